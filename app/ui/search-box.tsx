import type { ComponentProps, ReactNode } from "react";
import { Form, type FormProps } from "react-router";
import control from "./control.module.css";
import { IconSearch } from "./icons.tsx";
import { joinClasses } from "./join-classes.ts";
import styles from "./search-box.module.css";

type SearchBoxProps = {
  /** The field's label, and its placeholder. */
  label: string;
  /** Of the input, which is called `q` in the address. */
  input: Omit<ComponentProps<"input">, "id" | "className"> & { id: string; maxLength: number };
  /** What the form does. */
  form: Omit<FormProps, "className" | "role" | "children"> & { "data-unprinted"?: true };
  /** As low as the buttons beside it. */
  compact?: boolean;
  className?: string | undefined;
  /** What else the form sends, and its button. */
  children?: ReactNode;
};

/** The search field of a list. */
export function SearchBox({ label, input, form, compact, className, children }: SearchBoxProps) {
  return (
    <Form {...form} role="search" className={joinClasses(styles.search, className)} data-compact={compact || undefined}>
      <IconSearch className={styles.sign} />
      <label className="sr" htmlFor={input.id}>
        {label}
      </label>
      <input
        name="q"
        type="search"
        placeholder={label}
        enterKeyHint="search"
        dir="auto"
        {...input}
        className={joinClasses(control.control, styles.control)}
      />
      {children}
    </Form>
  );
}
