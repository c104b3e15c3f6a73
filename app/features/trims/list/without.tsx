import { Fragment } from "react";

/** Names the typed words that were left out: "Without *red* and *unicorns*". */
export function Without({ words }: { words: readonly string[] }) {
  return (
    <>
      Without{" "}
      {words.map((word, at) => (
        <Fragment key={word}>
          {at > 0 && (at === words.length - 1 ? " and " : ", ")}
          <em>{word}</em>
        </Fragment>
      ))}
    </>
  );
}
