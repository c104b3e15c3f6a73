import { useEffect, useRef } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { type FactPath, factInputs, factPaths } from "#app/features/trims/fact-words.ts";
import { Check, Field, Select } from "#app/ui/field.tsx";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { Fold } from "#app/ui/fold.tsx";
import styles from "./fact-fields.module.css";
import type { TrimField } from "./trim-form.ts";

type Bound = Omit<UseFormRegisterReturn, "name"> & { name: string; error: string | undefined };
/** Binds an input to the form, with its error message. */
export type BindTrim = (name: TrimField) => Bound;

/** The fields for technical facts. Closed at first: a trim can be sold without them. */
export function FactFields({ bind }: { bind: BindTrim }) {
  const details = useRef<HTMLDetailsElement>(null);
  const groups = Map.groupBy(factPaths, (path) => factInputs[path].under);
  const hasFault = factPaths.some((path) => bind(path).error);
  useEffect(() => {
    if (!hasFault || !details.current || details.current.open) return;
    details.current.open = true;
    // The form cannot focus a hidden field.
    details.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [hasFault]);
  /** A rejected field stays visible: the form moves there on submit. */
  const keepOpen = () => {
    if (hasFault && details.current) details.current.open = true;
  };
  return (
    <Fold ref={details} title="Technical facts" className={styles.facts} onToggle={keepOpen}>
      {[...groups].map(([name, paths]) => (
        <FieldGroup key={name} legend={name} className={styles.group} layout={styles.fields}>
          {paths.map((path) => (
            <FactField key={path} path={path} bind={bind} />
          ))}
        </FieldGroup>
      ))}
    </Fold>
  );
}

function FactField({ path, bind }: { path: FactPath; bind: BindTrim }) {
  const { label, hint, choices, number } = factInputs[path];
  if (path === "certificates") {
    return choices?.map((choice) => <Check key={choice} label={choice} {...bind(path)} value={choice} />);
  }
  if (choices) {
    return (
      <Select label={label} hint={hint} {...bind(path)}>
        <option value="">Unknown</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    );
  }
  return <Field label={label} hint={hint} inputMode={number ? "decimal" : "text"} autoComplete="off" {...bind(path)} />;
}
