import { sql } from "drizzle-orm";
import { finishes } from "#app/features/trims/facts.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import { currentRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { correct, editDistance } from "./edit-distance.ts";
import { readSearchText } from "./search-text.ts";
import { emptyWords, LONGEST, type Meaning, tradeWords } from "./trade-words.ts";

/** What a typed line asks for, in the words of the catalogue. */
export type Search = {
  /**
   * What PostgreSQL's text search asks for in the name, in name, line and facts, and in these and the description.
   * Undefined where a stock is all that was asked for.
   */
  queries: { name: string; facts: string; anywhere: string } | undefined;
  /** A finish that was named. */
  finish: (typeof finishes)[number] | undefined;
  /** An article number. */
  number: number | undefined;
  inStock: number | undefined;
  /** What was typed and left out, because no trim has it together with the rest. */
  without: string[];
  /** What to look for, one after the other, if nothing matches. */
  nearest: readonly string[];
};

const MOST_NEAREST = 2;

/** What a typed word, or several that belong together, may be in the catalogue. */
type Term = {
  words: readonly string[];
  ways: Meaning;
  begins?: string;
  likely: readonly string[];
  isKnown: boolean;
};

const asking = new WeakMap<RequestContext, Map<string, Promise<Search>>>();

/**
 * Interprets a typed line by the words in the catalogue: trade names, plurals, units, beginnings, typing errors.
 * `isTyping`: the last word may be unfinished even if it is a word. A page asks for its list and its counts at the same
 * time: they share the answer.
 */
export function readSearch(db: Db | Tx, typed: string, { isTyping = false } = {}): Promise<Search> {
  const request = currentRequest();
  if (!request) return read(db, typed, isTyping);
  const shared = asking.get(request) ?? new Map<string, Promise<Search>>();
  asking.set(request, shared);
  const key = `${isTyping} ${typed}`;
  const search = shared.get(key) ?? read(db, typed, isTyping).finally(() => shared.delete(key));
  shared.set(key, search);
  return search;
}

async function read(db: Db | Tx, typed: string, isTyping: boolean): Promise<Search> {
  const { text, inches, number: digits, inStock } = readSearchText(typed);
  const words = await readWords(db, { text });
  const terms = toTerms(words, inches, { isTyping, mayBeNone: inStock !== undefined });
  const number = digits && Number(digits) <= MAX_INTEGER ? Number(digits) : undefined;
  const known = terms.filter(({ isKnown }) => isKnown);
  const met = await findMet(db, known);
  const query = (weights = "") => met.map((term) => toQuery(term, weights)).join(" & ");
  const isStockAlone = inStock !== undefined && terms.length === 0;
  return {
    queries: isStockAlone
      ? undefined
      : {
          ...{ name: query("A"), facts: query("AB") },
          anywhere: [query(), ...(number ? [`'no${number}'`] : [])].filter(Boolean).join(" | "),
        },
    finish: findFinish(met.flatMap(({ likely }) => likely)),
    number,
    inStock,
    without: met.length > 0 ? terms.filter((term) => !met.includes(term)).map((term) => asTyped(term, typed)) : [],
    nearest: known.length > 1 ? known.slice(0, MOST_NEAREST).map((term) => toQuery(term)) : [],
  };
}

/**
 * All of these terms, if some trim has them all or only two were typed. Otherwise as many as a trim has, if that is more
 * than half; of several such sets, the one that the fewest trims have.
 */
async function findMet(db: Db | Tx, terms: readonly Term[]): Promise<readonly Term[]> {
  if (terms.length < 3) return terms;
  const queries = terms.map((term) => toQuery(term));
  const {
    rows: [whole],
  } = await db.execute<{ isMet: boolean }>(
    sql`select exists (select from ${trims} where ${trims.words} @@ ${queries.join(" & ")}::tsquery) as "isMet"`,
  );
  if (whole?.isMet) return terms;
  const each = queries.map(
    (query, at) => sql`select ${trims.id}, ${at}::int as at from ${trims} where ${trims.words} @@ ${query}::tsquery`,
  );
  const { rows } = await db.execute<{ met: number[] }>(sql`
    with meeting as (select array_agg(at order by at) as met from (${sql.join(each, sql` union all `)}) as each group by id)
    select met from meeting group by met order by cardinality(met) desc, count(*), met limit 1`);
  const met = rows[0]?.met ?? [];
  return met.length > terms.length / 2 ? met.flatMap((at) => terms[at] ?? []) : terms;
}

/** The term as it was typed: "jeans" is read as "jean". Measures are in millimetres. */
function asTyped({ words }: Term, typed: string): string {
  const all = typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const nearest = (word: string) =>
    all.toSorted((a, b) => editDistance(a.toLowerCase(), word) - editDistance(b.toLowerCase(), word))[0] ?? word;
  return words.map((word) => (/^[\d.]+mm$/.test(word) ? word.replace("mm", "\u00a0mm") : nearest(word))).join(" ");
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
    const words = from.slice(0, taken).map(({ word }) => word);
    const ways = tradeWords.get(words.join(" "));
    if (!ways) continue;
    const begins = isLast && taken === 1 ? words[0] : undefined;
    return { taken, term: { words, ways, likely: firstOf(ways), isKnown: true, ...(begins ? { begins } : {}) } };
  }
  const [first, second] = from;
  if (first?.joined && second) {
    const words = [first.word, second.word];
    return { taken: 2, term: { words, ways: [[first.joined], words], likely: [first.joined], isKnown: true } };
  }
  return { taken: 1, term: readWord(first as Word, isLast, inches) };
}

function readWord(
  { word, isKnown, begins, parts, similar }: Word,
  isLast: boolean,
  inches: ReadonlyMap<string, string[]>,
): Term {
  const words = [word];
  const measures = inches.get(word);
  if (measures) return { words, ways: measures.map((measure) => [measure]), likely: [], isKnown: true };
  if (/^[0-9]/.test(word)) return { words, ways: [words], likely: words, isKnown: true };
  if (isKnown || begins) {
    const canBegin = begins !== null && (!isKnown || isLast);
    return {
      ...{ words, ways: [words], likely: [isKnown ? word : (begins ?? word)], isKnown: true },
      ...(canBegin ? { begins: word } : {}),
    };
  }
  if (parts) return { words, ways: [parts], likely: parts, isKnown: true };
  const meant = correct(word, [...new Set([...similar, ...singleTradeWords])]);
  const ways = meant.flatMap((one) => tradeWords.get(one) ?? [[one]]);
  return { words, ways, likely: firstOf(ways), isKnown: ways.length > 0 };
}

function firstOf(ways: Meaning): readonly string[] {
  return ways[0] ?? [];
}

/** The term for a `tsquery`: any of its ways, or a word that it begins, under one of these weights. */
function toQuery({ ways, begins }: Term, weights = ""): string {
  const one = (word: string, prefix = "") =>
    `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'${prefix || weights ? `:${prefix}${weights}` : ""}`;
  const some = ways.map((words) => `(${words.map((word) => one(word)).join(" & ")})`);
  return `(${[...some, ...(begins ? [one(begins, "*")] : [])].join(" | ")})`;
}

/** The finish that is named, the longest if several are: "antique brass", not "brass". */
function findFinish(words: readonly string[]): Search["finish"] {
  const said = ` ${words.join(" ")} `;
  return finishes.toSorted((a, b) => b.length - a.length).find((finish) => said.includes(` ${finish} `));
}
