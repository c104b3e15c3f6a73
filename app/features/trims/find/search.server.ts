import { sql } from "drizzle-orm";
import { finishes } from "#app/features/trims/facts.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import { currentRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { correct } from "./edit-distance.ts";
import { readSearchText } from "./search-text.ts";
import { emptyWords, LONGEST, type Meaning, tradeWords } from "./trade-words.ts";

/** Where words are looked for: in the name; in name, line and facts; in these and the description. */
export type Field = "name" | "facts" | "anywhere";

/** Rows that match better come first: a finish named exactly, then the name, then line and facts, then anything. */
export type Tier = {
  /** All of these terms in this field, and the finish if there is one. No terms find nothing. */
  terms: readonly Term[];
  field: Field;
  finish?: string;
  /** The trim of this number matches too. */
  number?: number;
};

/** What a typed line asks for, in the words of the catalogue. */
export type Search = {
  /** From the best; the last finds everything that matches. None where a stock is all that was asked for. */
  tiers: readonly Tier[];
  /** What the last tier finds, as PostgreSQL's text search asks for it. */
  query: string;
  /** Ever fewer of the typed words, in case nothing matches. */
  nearer: readonly Tier[];
  inStock: number | undefined;
  /** Some word is in no trim, and neither is anything like it. */
  isHopeless: boolean;
};

const MOST_WITHOUT = 3;
const MOST_ALONE = 2;

/** What a typed word, or several that belong together, may be in the catalogue. */
export type Term = { ways: Meaning; begins?: string; likely: readonly string[]; isKnown: boolean };

/**
 * Interprets a typed line by the words in the catalogue: trade names, plurals, units, beginnings, typing errors.
 * `isTyping`: the last word may be unfinished even if it is a word.
 */
export async function readSearch(db: Db | Tx, typed: string, { isTyping = false } = {}): Promise<Search> {
  const { text, inches, number, inStock } = readSearchText(typed);
  const words = await lookUp(db, text);
  const terms = toTerms(words, inches, { isTyping, mayBeNone: inStock !== undefined });
  const finish = findFinish(terms.flatMap(({ likely }) => likely));
  const byNumber = number && Number(number) <= MAX_INTEGER ? { number: Number(number) } : {};
  const isStockAlone = inStock !== undefined && terms.length === 0;
  const inField = (field: Field): Tier[] => [...(finish ? [{ terms, field, finish }] : []), { terms, field }];
  return {
    tiers: isStockAlone
      ? []
      : [
          ...(number ? [{ terms: [], field: "name" as const, ...byNumber }] : []),
          ...inField("name"),
          ...inField("facts"),
          { terms, field: "anywhere", ...byNumber },
        ],
    query: [terms.map(toQuery).join(" & "), ...(number ? [`'no${number}'`] : [])].filter(Boolean).join(" | "),
    nearer: listNearer(terms).map((some) => ({ terms: some, field: "anywhere" })),
    inStock,
    isHopeless: !number && terms.some(({ isKnown }) => !isKnown),
  };
}

type Word = {
  word: string;
  isKnown: boolean;
  /** The most frequent word that it begins. */
  begins: string | null;
  /** It and the next, as one word of the catalogue. */
  joined: string | null;
  /** Two words of the catalogue that it is made of. */
  parts: string[] | null;
  similar: string[];
};

const SIMILAR = 20;
/** The words of the trade that stand alone: a single word may mean them. */
const singleTradeWords = [...tradeWords.keys()].filter((key) => !key.includes(" "));
const SHORTEST_PART = 3;

const readWords = prepared("typed_words", (db) =>
  db
    .select({
      word: sql<string>`word`,
      isKnown: sql<boolean>`is_known`,
      begins: sql<string | null>`begins`,
      joined: sql<string | null>`(select max(t.word) from trim_words t where t.word = typed.word || typed.next)`,
      parts: sql<string[] | null>`case when not is_known and begins is null and is_word then (
        select array[left(typed.word, at), substr(typed.word, at + 1)]
        from generate_series(${SHORTEST_PART}::int, length(typed.word) - ${SHORTEST_PART}::int) as at
        where exists (select from trim_words t where t.word = left(typed.word, at))
          and exists (select from trim_words t where t.word = substr(typed.word, at + 1)) limit 1) end`,
      similar: sql<string[]>`case when not is_known and begins is null and is_word and length(typed.word) > 3
        then array(select similar_trim_words(typed.word, ${SIMILAR}::int)) else '{}' end`,
    })
    .from(sql`(
      select word, at, lead(word) over (order by at) as next, word !~ '^[0-9]' as is_word,
        exists (select from trim_words t where t.word = typed.word) as is_known,
        case when length(word) > 1 and word !~ '^[0-9]' then (
          select t.word from trim_words t where t.word >= typed.word collate "C" and t.word < typed.word || U&'\\+10FFFF'
          order by t.trims desc, t.word limit 1) end as begins
      from unnest(trim_tokens(${sql.placeholder("text")})) with ordinality as typed (word, at)
    ) as typed`)
    .orderBy(sql`at`),
);

const asking = new WeakMap<RequestContext, Map<string, Promise<Word[]>>>();

/**
 * The typed words, and what the catalogue knows of each. A page asks for its list and its counts at the same time: they
 * share the answer.
 */
function lookUp(db: Db | Tx, text: string): Promise<Word[]> {
  const request = currentRequest();
  if (!request) return readWords(db, { text });
  const shared = asking.get(request) ?? new Map<string, Promise<Word[]>>();
  asking.set(request, shared);
  const words = shared.get(text) ?? readWords(db, { text }).finally(() => shared.delete(text));
  shared.set(text, words);
  return words;
}

/** Words that belong together form one term; meaningless words are left out, unless nothing else was typed. */
function toTerms(
  words: readonly Word[],
  inches: ReadonlyMap<string, string[]>,
  { isTyping, mayBeNone }: { isTyping: boolean; mayBeNone: boolean },
): Term[] {
  const telling = words.filter(({ word }) => !emptyWords.has(word));
  const [terms, all] = [telling.length > 0 ? readTerms(words) : [], readTerms(words, false)];
  return telling.length > 0 || mayBeNone ? terms : all;

  function readTerms(from: readonly Word[], skips = true): Term[] {
    const read: Term[] = [];
    for (let at = 0; at < from.length; ) {
      const { term, taken } = readTerm(from.slice(at), isTyping && at === from.length - 1, inches);
      const isEmpty = skips && taken === 1 && emptyWords.has(from[at]?.word ?? "");
      if (!isEmpty) read.push(term);
      at += taken;
    }
    return read;
  }
}

function readTerm(from: readonly Word[], isLast: boolean, inches: ReadonlyMap<string, string[]>) {
  for (let taken = Math.min(LONGEST, from.length); taken > 0; taken--) {
    const typed = from.slice(0, taken).map(({ word }) => word);
    const meaning = tradeWords.get(typed.join(" "));
    if (!meaning) continue;
    const begins = isLast && taken === 1 ? typed[0] : undefined;
    return { taken, term: { ways: meaning, likely: firstOf(meaning), isKnown: true, ...(begins ? { begins } : {}) } };
  }
  const [first, second] = from;
  if (first?.joined && second) {
    const ways = [[first.joined], [first.word, second.word]];
    return { taken: 2, term: { ways, likely: [first.joined], isKnown: true } };
  }
  return { taken: 1, term: readWord(first as Word, isLast, inches) };
}

function readWord(
  { word, isKnown, begins, parts, similar }: Word,
  isLast: boolean,
  inches: ReadonlyMap<string, string[]>,
): Term {
  const measures = inches.get(word);
  if (measures) return { ways: measures.map((measure) => [measure]), likely: [], isKnown: true };
  if (/^[0-9]/.test(word)) return { ways: [[word]], likely: [word], isKnown: true };
  if (isKnown || begins) {
    const canBegin = begins !== null && (!isKnown || isLast);
    return {
      ways: [[word]],
      likely: [isKnown ? word : (begins ?? word)],
      isKnown: true,
      ...(canBegin ? { begins: word } : {}),
    };
  }
  if (parts) return { ways: [parts], likely: parts, isKnown: true };
  const meant = correct(word, [...new Set([...similar, ...singleTradeWords])]);
  const ways = meant.flatMap((one) => tradeWords.get(one) ?? [[one]]);
  return { ways: ways.length > 0 ? ways : [[word]], likely: firstOf(ways), isKnown: ways.length > 0 };
}

function firstOf(ways: Meaning): readonly string[] {
  return ways[0] ?? [];
}

/** The term for `to_tsquery`: any of its ways, or a word that it begins. */
function toQuery({ ways, begins }: Term): string {
  const one = (word: string) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
  const some = ways.map((words) => `(${words.map(one).join(" & ")})`);
  return `(${[...some, ...(begins ? [`${one(begins)}:*`] : [])].join(" | ")})`;
}

/** The finish that is named, the longest if several are: "antique brass", not "brass". */
function findFinish(words: readonly string[]): string | undefined {
  const said = ` ${words.join(" ")} `;
  return finishes.toSorted((a, b) => b.length - a.length).find((finish) => said.includes(` ${finish} `));
}

/**
 * The terms that the catalogue knows, then all but one of them, then one alone: only some of each, because each is a
 * query.
 */
function listNearer(terms: readonly Term[]): Term[][] {
  const known = terms.filter(({ isKnown }) => isKnown);
  const some = known.length < terms.length ? [known] : [];
  const without = known.length > 2 ? known.map((left) => known.filter((term) => term !== left)) : [];
  const alone = known.length > 1 ? known.map((term) => [term]) : [];
  return [...some, ...without.toReversed().slice(0, MOST_WITHOUT), ...alone.slice(0, MOST_ALONE)].filter(
    ({ length }) => length > 0,
  );
}
