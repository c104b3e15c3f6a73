import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import styles from "./line-adder.module.css";

type LineAdderProps = {
  /** The trims that the sheet has already. */
  taken: readonly string[];
  onAdd: (trim: Trim) => void;
};

/** Finds a trim by its article number or name for a new line. */
export function LineAdder({ taken, onAdd }: LineAdderProps) {
  const [article, setArticle] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function add() {
    if (article.trim() === "") return setFault("Which item?");
    setBusy(true);
    setFault(undefined);
    try {
      const { data } = await callApi("POST /orderDraft/matches", { body: { articles: [article.trim()] } });
      const [match] = data;
      const { trim, nearest } = match ?? {};
      if (!trim) {
        const meant = nearest ? ` Did you mean No. ${formatArticle(nearest.number)} ${nearest.name}?` : "";
        setFault(`No trim has this number or name.${meant}`);
      } else if (taken.includes(trim._id)) {
        setFault("This trim is on the sheet already");
      } else {
        onAdd(trim);
        setArticle("");
      }
    } catch (error) {
      setFault(describeError(error));
    }
    setBusy(false);
  }

  return (
    <div className={styles.adder}>
      <Field
        label="Add an item, by article number or name"
        maxLength={300}
        autoComplete="off"
        value={article}
        error={fault}
        onChange={({ target }) => setArticle(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would send the whole change.
          event.preventDefault();
          void add();
        }}
      />
      <Button kind="line" busy={isBusy} onClick={() => void add()}>
        Add
      </Button>
    </div>
  );
}
