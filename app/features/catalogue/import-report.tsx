import { type ReactNode, useState } from "react";
import { saveFile } from "#app/client/save-file.ts";
import { lines } from "#app/content/lines.ts";
import { type Encoding, encodingNames, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { ListSelect } from "#app/lists/list-select.tsx";
import { Button } from "#app/ui/button.tsx";
import { CSV_FILE, FileButton } from "#app/ui/file-button.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";
import { IconDownload, IconWarning } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";
import { ColumnName } from "./column-name.tsx";
import type { Fault, Report } from "./contract.ts";
import { ImportChanges } from "./import-changes.tsx";
import { describeRows, groupErrors } from "./import-errors.rules.ts";
import styles from "./import-report.module.css";
import { ImportTable } from "./import-table.tsx";
import type { Reading } from "./send-file.ts";

type ImportReportProps = {
  report: Report;
  file: File;
  onFile: (file: File) => void;
  /** Reads the same file again in another way. */
  onRead: (reading: Reading) => void;
  onApply: (token: string) => void;
};

const kinds = [
  { key: "added", words: "Added" },
  { key: "changed", words: "Changed" },
  { key: "unchanged", words: "Unchanged" },
  { key: "errors", words: "Errors" },
] as const;

const encodingWords: Record<Encoding, string> = {
  "UTF-8": "Unicode",
  "UTF-16": "Unicode",
  "Windows-1252": "Western Europe",
  "Windows-1250": "Central Europe",
  "Windows-1251": "Cyrillic",
  "Windows-1253": "Greek",
  "Windows-1254": "Turkish",
  "Windows-1257": "Baltic",
  MacRoman: "Excel for Mac",
  GB18030: "Chinese, simplified",
  Big5: "Chinese, traditional",
  Shift_JIS: "Japanese",
  "EUC-KR": "Korean",
};

type Kind = (typeof kinds)[number]["key"];

/** What a file would do: four figures, each showing its own rows alone, and the button that does it. */
export function ImportReport({ report, file, onFile, onRead, onApply }: ImportReportProps) {
  const [only, setOnly] = useState<Kind>();
  const { counts, token, farPrices, otherQuantities, encoding, comma, commaIsPoint, appliedAt } = report;
  const shows = (kind: Kind) => (only ? only === kind : counts[kind] > 0);
  const items = counts.added + counts.changed;
  return (
    <div className={styles.report}>
      <ul className={styles.figures} aria-label="Rows by what would happen to them">
        {kinds.map(({ key, words }) => (
          <li key={key} data-bad={(key === "errors" && counts.errors > 0) || undefined}>
            <button
              type="button"
              className={styles.figure}
              aria-pressed={only === key}
              onClick={() => setOnly(only === key ? undefined : key)}
            >
              <b>{formatPieces(counts[key])}</b>
              <span>
                {key === "errors" && counts.errors > 0 && <IconWarning />}
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ul className={styles.notes}>
        {encoding !== "UTF-8" && encoding !== "UTF-16" && (
          <Note>
            The file is not in Unicode and was read as {encoding}. Check that its accented letters are right.{" "}
            <ListSelect
              label="Read it as"
              value={encoding}
              onChoose={(chosen) => {
                const found = encodingNames.find((name) => name === chosen);
                if (found) onRead({ encoding: found });
              }}
            >
              {encodingNames
                .filter((name) => !name.startsWith("UTF"))
                .map((name) => (
                  <option key={name} value={name}>
                    {name} ({encodingWords[name]})
                  </option>
                ))}
            </ListSelect>
          </Note>
        )}
        {comma && (
          <Note>
            Numbers of the file have a comma.{" "}
            <Button kind="line" size="small" onClick={() => onRead({ decimal: "comma" })}>
              Read {comma.cell} as {comma.number}
            </Button>
          </Note>
        )}
        {commaIsPoint && <Note>Commas in numbers were read as decimal points.</Note>}
        {appliedAt && (
          <Note>
            This very file was applied before, on <Moment at={appliedAt} />.
          </Note>
        )}
        {otherQuantities > 0 && (
          <Note>
            {sayCount(otherQuantities, "row has", "rows have")} another quantity than the shop. It is not taken over:
            write what came or went under restock.
          </Note>
        )}
      </ul>
      {shows("errors") && <Errors report={report} name={file.name} />}
      {shows("changed") && (
        <Part
          title={`${formatPieces(counts.changed)} changed`}
          aside={
            farPrices > 0 && <Note isLine>{sayCount(farPrices, "price moves", "prices move")} by more than half</Note>
          }
        >
          <ImportChanges items={report.changed} total={counts.changed} />
        </Part>
      )}
      {shows("added") && (
        <Part title={`${formatPieces(counts.added)} added`}>
          <ImportTable
            caption="Added items"
            heads={["Row", "Item", "Line", "Price", "Minimum", "Quantity"]}
            right={["Row", "Price", "Minimum", "Quantity"]}
            wide="Item"
            total={counts.added}
            rows={report.added.map(({ row, name, line, price, moq, quantity }) => ({
              key: String(row),
              cells: [
                row,
                <b key="name">{name}</b>,
                line && line in lines ? lines[line as keyof typeof lines].name : "",
                formatUnitPrice(price),
                formatPieces(moq),
                formatPieces(quantity),
              ],
            }))}
          />
        </Part>
      )}
      {shows("unchanged") && (
        <Part title={`${formatPieces(counts.unchanged)} unchanged`}>
          <p className={textStyles.soft}>The same in every column as in the shop.</p>
        </Part>
      )}
      <FootBar className={styles.bar}>
        <p role="status">
          {counts.errors > 0 ? (
            <>
              <b>{sayCount(counts.errors, "error", "errors")}.</b>{" "}
              <span className={styles.soft}>Nothing can be applied while a row has one.</span>
            </>
          ) : (
            <>
              <b>{sayCount(items, "item", "items")}.</b>{" "}
              <span className={styles.soft}>
                {items === 0
                  ? "There is nothing to apply."
                  : `${formatPieces(counts.added)} added, ${formatPieces(counts.changed)} changed. Orders already placed keep their price.`}
              </span>
            </>
          )}
        </p>
        <div className={styles.actions}>
          <FileButton file={CSV_FILE} kind="line" size="small" onFile={onFile}>
            {counts.errors > 0 ? "Choose the corrected file" : "Another file"}
          </FileButton>
          <Button size="small" disabled={token === null} onClick={() => token && onApply(token)}>
            Apply {sayCount(items, "item", "items")}
          </Button>
        </div>
      </FootBar>
    </div>
  );
}

function Errors({ report: { counts, errors }, name }: { report: Report; name: string }) {
  const groups = groupErrors(errors);
  return (
    <Part
      title={`${sayCount(counts.errors, "error", "errors")} in ${sayCount(counts.faultyRows, "row", "rows")}`}
      about="Correct them in your file and choose it again; the file is taken whole or not at all."
      aside={
        errors.length > 0 && (
          <Button kind="text" size="small" onClick={() => saveFile(toFile(errors), `errors-in-${name}`)}>
            <IconDownload />
            Download the errors
          </Button>
        )
      }
    >
      <ImportTable
        caption="Errors by row and column"
        heads={["Row", "Column", "In the file", "What is wrong"]}
        right={["Row"]}
        wide="What is wrong"
        total={groups.length + counts.errors - errors.length}
        rows={groups.map(({ rows, column, cell, message }) => ({
          key: `${column} ${message} ${rows[0]}`,
          cells: [
            <b key="row">{describeRows(rows)}</b>,
            <ColumnName key="column" name={column} />,
            sayNoCell(cell) ? (
              <span key="cell" className={textStyles.soft}>
                {sayNoCell(cell)}
              </span>
            ) : (
              cell
            ),
            <span key="message" className={styles.fault}>
              <IconWarning />
              <span>{message}</span>
            </span>,
          ],
        }))}
      />
    </Part>
  );
}

const NO_COLUMN = "not in the file";

/** Instead of a cell without words. */
function sayNoCell(cell: string | null): string | undefined {
  if (cell === null) return NO_COLUMN;
  return cell.trim() === "" ? "empty" : undefined;
}

function Note({ isLine, children }: { isLine?: boolean; children: ReactNode }) {
  const Tag = isLine ? "p" : "li";
  return (
    <Tag className={styles.note}>
      <IconWarning />
      <span>{children}</span>
    </Tag>
  );
}

/** The errors as a table of their own. Its contents come from somebody's file, so they are guarded like any other. */
function toFile(errors: Fault[]): Blob {
  const rows = errors.map(({ row, column, cell, message }) => toLine([row, column, cell ?? NO_COLUMN, message]));
  return new Blob([UTF8_MARK, toLine(["row", "column", "in the file", "what is wrong"]), ...rows], {
    type: "text/csv",
  });
}

function sayCount(count: number, one: string, many: string): string {
  return `${formatPieces(count)} ${count === 1 ? one : many}`;
}
