import { type TrimsAsked, trimsSearch } from "./trims-query.ts";

type HiddenFieldsProps = { asked: TrimsAsked; names: readonly (keyof TrimsAsked)[] };

/** What a form of the list sends along unseen, so that the rest of the address stays as it is. */
export function HiddenFields({ asked, names }: HiddenFieldsProps) {
  const hidden: readonly string[] = names;
  return [...new URLSearchParams(trimsSearch(asked))]
    .filter(([name]) => hidden.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
