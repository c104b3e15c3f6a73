import { useEffect, useId, useRef } from "react";
import { useLocation, useSubmit } from "react-router";
import { SearchBox } from "./search-box.tsx";

type SearchFieldProps = {
  /** Names the field, and stands in it while it is empty. */
  label: string;
  /** What the address says is searched for. */
  value: string;
  /** The rest of the address that a new search keeps. */
  keep: Record<string, string>;
};

const PAUSE_MS = 350;

/** Searches with Enter, once the typing pauses, or when the field is left. What is searched for lives in the address, as `q`. */
export function SearchField({ label, value, keep }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  const { key } = useLocation();

  // Back and forward change the address without the field; a word that is just being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search may be overtaken, and then the address keeps its value
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value, key]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function stopWaiting() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function search(form: HTMLFormElement) {
    stopWaiting();
    // Who leaves the field by a tap acts within the same instant, and must find this search under way.
    void submit(form, { replace: true, preventScrollReset: true, flushSync: true });
  }

  return (
    <SearchBox
      compact
      label={label}
      input={{ ref: input, id, defaultValue: value, autoComplete: "off" }}
      form={{
        "data-unprinted": true,
        replace: true,
        preventScrollReset: true,
        onSubmit: stopWaiting,
        onChange: ({ currentTarget }) => {
          stopWaiting();
          timer.current = setTimeout(() => search(currentTarget), PAUSE_MS);
        },
        onBlur: ({ currentTarget }) => timer.current !== undefined && search(currentTarget),
      }}
    >
      {Object.entries(keep).map(([name, kept]) => (
        <input key={name} type="hidden" name={name} value={kept} />
      ))}
    </SearchBox>
  );
}
