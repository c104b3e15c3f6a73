import { saveFile } from "#app/client/save-file.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { formatPieces } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { PastImport } from "./contract.ts";
import styles from "./import-past.module.css";

/** The files that were applied before; each can be downloaded as it was. */
export function ImportPast({ past }: { past: PastImport[] }) {
  if (past.length === 0) return null;
  return (
    <div className={styles.past}>
      <Part title="Earlier imports" about="Each file is kept as it was sent.">
        <ul className={styles.list}>
          {past.map((one) => (
            <li key={one._id} className={styles.one}>
              <p>
                <b>{one.name}</b>
                <span className={textStyles.soft}>
                  {formatPieces(one.added)} added, {formatPieces(one.changed)} changed, <Moment at={one.at} />,{" "}
                  {one.email}
                </span>
                <span className={styles.hash}>SHA-256 {one.sha256.slice(0, 16)}…</span>
              </p>
              <PastFile file={one} />
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function PastFile({ file: { _id, name } }: { file: PastImport }) {
  const { isBusy, run } = useAction();

  const download = () =>
    run(async () => {
      const { data } = await callApi("GET /catalogueImports/{id}/file", { params: { id: _id } });
      saveFile(data, name);
    });

  return (
    <Button kind="text" size="small" busy={isBusy} aria-label={`Download ${name}`} onClick={() => void download()}>
      Download
    </Button>
  );
}
