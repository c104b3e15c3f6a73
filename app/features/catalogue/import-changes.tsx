import { shorten } from "#app/contract/text.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { IconWarning } from "#app/ui/icons.tsx";
import { Thumb } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import { ColumnName } from "./column-name.tsx";
import type { ItemChange } from "./contract.ts";
import styles from "./import-changes.module.css";
import { useSome } from "./import-table.tsx";
import { ReportTable } from "./report-table.tsx";
import { describeFarPrice } from "./rules.ts";

/** A longer value is cut off. */
const LONGEST = 200;

/** The changed items, each column with its value before and after. */
export function ImportChanges({ items, total }: { items: ItemChange[]; total: number }) {
  const [shown, more] = useSome(items, total);
  return (
    <>
      <ReportTable className={styles.table} caption="Changed items, before and after">
        <thead>
          <tr>
            <th scope="col" data-align="right">
              Row
            </th>
            <th scope="col">Item</th>
            <th scope="col">Column</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        {shown.map((item) => (
          <tbody key={item.row}>
            {item.changes.map((change, at) => {
              const far = describeFarPrice(change);
              return (
                <tr key={change.column} data-far={far !== undefined || undefined}>
                  {at === 0 && (
                    <>
                      <td className={styles.row} rowSpan={item.changes.length}>
                        {item.row}
                      </td>
                      <th scope="rowgroup" className={styles.item} rowSpan={item.changes.length}>
                        <span className={styles.named}>
                          <Thumb {...trimPicture(item.img, 320)} alt="" size={40} />
                          <span>{withNonBreakingUnits(item.name)}</span>
                        </span>
                      </th>
                    </>
                  )}
                  <td>
                    <ColumnName name={change.column} />
                  </td>
                  <td data-head="Before">
                    {change.before === "" ? <Empty /> : <del>{shorten(change.before, LONGEST)}</del>}
                  </td>
                  <td data-head="After">
                    {change.after === "" ? <Empty /> : <ins>{shorten(change.after, LONGEST)}</ins>}
                    {far && (
                      <span className={styles.far}>
                        <IconWarning />
                        {far}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </ReportTable>
      {more}
    </>
  );
}

function Empty() {
  return <span className={textStyles.soft}>empty</span>;
}
