import { useEffect, useEffectEvent, useState } from "react";

/** What was answered last, and for which key. */
type Answered<Answer> = { key: string; answer?: Answer; error?: unknown };

/**
 * What `ask` answers, asked again whenever `key` changes. A late answer to an earlier key is dropped. Until the new
 * answer is there the former one stays, with its key; after a failed call too, beside the error.
 */
export function useAnswer<Answer>(key: string, ask: () => Promise<Answer>): Partial<Answered<Answer>> {
  const [answered, setAnswered] = useState<Answered<Answer>>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    askNow().then(
      (answer) => isWanted && setAnswered({ key, answer }),
      (error: unknown) =>
        isWanted && setAnswered((before) => ({ key, ...(before && { answer: before.answer }), error })),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return answered ?? {};
}
