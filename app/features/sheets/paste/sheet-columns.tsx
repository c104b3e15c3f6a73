import { Select } from "#app/ui/field.tsx";
import type { ChosenColumns, Pasted } from "./paste.ts";
import styles from "./sheet-paste.module.css";

type SheetColumnsProps = Pick<Pasted, "names"> & {
  columns: NonNullable<Pasted["columns"]>;
  onChoose: (chosen: ChosenColumns) => void;
};

/** Which columns of the table are read, to be chosen where nobody else can tell, and changed elsewhere. */
export function SheetColumns({ columns, names, onChoose }: SheetColumnsProps) {
  const bind = (what: "article" | "pieces", other: number | undefined) => ({
    value: columns[what],
    options: names.flatMap((name, at) => (at === other ? [] : [{ name, at }])),
    onPick: (at: number) => onChoose({ [what]: at }),
  });
  return (
    <div className={styles.columns}>
      <Column label="Trims in" {...bind("article", columns.pieces)} />
      <Column label="Pieces in" {...bind("pieces", columns.article)} />
    </div>
  );
}

type ColumnProps = {
  label: string;
  value: number | undefined;
  options: readonly { name: string; at: number }[];
  onPick: (at: number) => void;
};

function Column({ label, value, options, onPick }: ColumnProps) {
  return (
    <Select
      label={label}
      value={value ?? ""}
      error={value === undefined ? "Please choose the column" : undefined}
      onChange={({ target }) => onPick(Number(target.value))}
    >
      {value === undefined && <option value="">–</option>}
      {options.map(({ name, at }) => (
        <option key={at} value={at}>
          {name}
        </option>
      ))}
    </Select>
  );
}
