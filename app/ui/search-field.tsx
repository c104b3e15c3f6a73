import { useEffect, useId, useRef } from "react";
import { Form, useLocation, useSubmit } from "react-router";
import { IconSearch } from "./icons.tsx";

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
    <Form
      role="search"
      data-unprinted
      className="search"
      replace
      preventScrollReset
      onSubmit={stopWaiting}
      onChange={({ currentTarget }) => {
        stopWaiting();
        timer.current = setTimeout(() => search(currentTarget), PAUSE_MS);
      }}
      onBlur={({ currentTarget }) => timer.current !== undefined && search(currentTarget)}
    >
      <IconSearch />
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        className="in"
        id={id}
        name="q"
        type="search"
        placeholder={label}
        maxLength={80}
        defaultValue={value}
        autoComplete="off"
        enterKeyHint="search"
      />
      {Object.entries(keep).map(([name, kept]) => (
        <input key={name} type="hidden" name={name} value={kept} />
      ))}
    </Form>
  );
}
