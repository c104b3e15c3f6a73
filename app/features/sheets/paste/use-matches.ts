import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import type { Match } from "./paste.rules.ts";

/** So that not every letter typed causes a call. */
const REST_MS = 250;

/** What the catalogue has for these articles. Each is asked for once, in as few calls as possible. */
export function useMatches(articles: readonly string[]): {
  matches: ReadonlyMap<string, Match>;
  failure: string | undefined;
  /** Asks again for what could not be looked up. */
  retry: () => void;
} {
  const [matches, setMatches] = useState<ReadonlyMap<string, Match>>(new Map());
  const [failure, setFailure] = useState<string>();
  const asked = useRef(new Set<string>());
  const wanted = JSON.stringify(articles);

  async function ask(part: readonly string[]) {
    for (const article of part) asked.current.add(article);
    try {
      const { data } = await callApi("POST /orderDraft/matches", { body: { articles: [...part] } });
      setMatches((known) => new Map([...known, ...data.map(({ article, ...match }) => [article, match] as const)]));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      for (const article of part) asked.current.delete(article);
      setFailure(describeError(error));
    }
  }

  function askOpen(all: readonly string[]) {
    // Here and not when an answer comes: another part may have failed.
    setFailure(undefined);
    const open = [...new Set(all)].filter((article) => article !== "" && !asked.current.has(article));
    for (let at = 0; at < open.length; at += MAX_LINES) void ask(open.slice(at, at + MAX_LINES));
  }

  const askRested = useEffectEvent(askOpen);
  useEffect(() => {
    const timer = setTimeout(() => askRested(JSON.parse(wanted) as string[]), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  return { matches, failure, retry: () => askOpen(articles) };
}
