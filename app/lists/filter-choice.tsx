import { type List, useListChange } from "./list.ts";
import { ListSelect } from "./list-select.tsx";

type FilterChoiceProps = {
  list: List<unknown>;
  /** The parameter of the address. */
  name: string;
  label: string;
  /** The choice of all rows. */
  all: string;
  /** The other choices, by their value. */
  words: Readonly<Record<string, string>>;
};

/** Narrows a list by one of its filters. */
export function FilterChoice({ list, name, label, all, words }: FilterChoiceProps) {
  const changeList = useListChange(list);
  const { filters } = list.asked;
  return (
    <ListSelect
      label={label}
      isUsed={Boolean(filters[name])}
      value={filters[name] ?? ""}
      onChoose={(value) => changeList({ filters: { ...filters, [name]: value } }, { preventScrollReset: true })}
    >
      <option value="">{all}</option>
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </ListSelect>
  );
}
