import { useEffect, useId, useRef } from "react";
import { useLocation, useSubmit } from "react-router";
import { SearchBox } from "./search-box.tsx";

type SearchFieldProps = {
  /** The field's label, and its placeholder. */
  label: string;
  /** The search in the URL. */
  value: string;
  /** The longest search, in characters. */
  maxLength: number;
  /** The other parameters that a new search keeps. */
  keep: Record<string, string>;
};

const PAUSE_MS = 350;

/** Searches on Enter, after a pause in typing, or on leaving the field. The search lives in the URL, as `q`. */
export function SearchField({ label, value, maxLength, keep }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  const { key } = useLocation();

  // Going back or forward changes the address but not the field; a word that is being typed stays.
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
    // A tap outside leaves the field and acts in the same instant; this search must already be running.
    void submit(form, { replace: true, preventScrollReset: true, flushSync: true });
  }

  return (
    <SearchBox
      compact
      label={label}
      input={{ ref: input, id, defaultValue: value, autoComplete: "off", maxLength }}
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
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </SearchBox>
  );
}
