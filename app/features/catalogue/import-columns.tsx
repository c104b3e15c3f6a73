import { Part } from "#app/ui/part.tsx";
import { ColumnName } from "./column-name.tsx";
import { columnWords } from "./column-words.ts";
import styles from "./import-columns.module.css";
import { ReportTable } from "./report-table.tsx";

/** What the columns of the file hold, for people who write one from their own price list. */
export function ImportColumns() {
  return (
    <div className={styles.columns}>
      <Part title="The columns" about="A column that the file leaves out stays as it is.">
        <ReportTable className={styles.table} caption="The columns of the file">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">What it holds</th>
              <th scope="col">Example</th>
            </tr>
          </thead>
          <tbody>
            {columnWords.map(({ names, holds, example }) => (
              <tr key={names[0]}>
                <th scope="row">
                  <Names names={names} />
                </th>
                <td>{holds}</td>
                <td className={styles.example}>{example}</td>
              </tr>
            ))}
          </tbody>
        </ReportTable>
      </Part>
    </div>
  );
}

function Names({ names: [first = "", second = "", ...others] }: { names: readonly string[] }) {
  const last = others.at(-1);
  return (
    <>
      <ColumnName name={first} />
      {second && (
        <>
          , <ColumnName name={second} />
        </>
      )}
      {last && (
        <>
          {" … "}
          <ColumnName name={last} />
        </>
      )}
    </>
  );
}
