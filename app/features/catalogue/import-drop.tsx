import { callApi } from "#app/client/session.ts";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { CSV_FILE, FileButton } from "#app/ui/file-button.tsx";
import { FileDrop } from "#app/ui/file-drop.tsx";
import textStyles from "#app/ui/text.module.css";
import { ColumnName } from "./column-name.tsx";
import styles from "./import-drop.module.css";

/** Where a file is dropped or chosen. */
export function ImportDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileDrop className={styles.drop} onFile={onFile}>
      <h2>Drop a CSV here</h2>
      <p className={textStyles.soft}>
        One row per item, the columns of the export. An item is known by its article number; a row without one is added.
        Stock is not overwritten: write what came or went under <ColumnName name="restock" />. Nothing is changed before
        you have seen what would change.
      </p>
      <div className={styles.moves}>
        <FileButton file={CSV_FILE} onFile={onFile}>
          Choose a file
        </FileButton>
        <DownloadButton
          load={async (separator) => (await callApi("GET /trims.csv", { query: { separator } })).data}
          name="items"
        >
          Export all items to start from
        </DownloadButton>
      </div>
    </FileDrop>
  );
}
