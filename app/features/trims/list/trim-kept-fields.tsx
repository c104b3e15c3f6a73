import { type TrimsAsked, trimsSearch } from "./trims-query.ts";

type KeptFieldsProps = { asked: TrimsAsked; names: readonly (keyof TrimsAsked)[] };

/** What a form of the list sends along unseen, so that the rest of the address stays as it is. */
export function KeptFields({ asked, names }: KeptFieldsProps) {
  const kept: readonly string[] = names;
  return [...new URLSearchParams(trimsSearch(asked))]
    .filter(([name]) => kept.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
