import type { ComponentProps } from "react";
import { Field } from "#app/ui/field.tsx";
import styles from "./code-field.module.css";

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "label" | "className"> & { label?: string };

/** For the six digits that an authenticator app shows. */
export function AppCodeField({ label = "Code of six digits", ...field }: CodeFieldProps) {
  return (
    <div className={styles.code}>
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        hint="Spaces do not matter. The app shows a new code every 30 seconds."
        {...field}
      />
    </div>
  );
}

/** For one of the codes that were saved for the day the app is lost. */
export function RecoveryCodeField({ label = "Recovery code", ...field }: CodeFieldProps) {
  return (
    <div className={styles.code} data-recovery>
      <Field
        label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={30}
        required
        hint="Ten letters and digits, from the list you saved. Each code works once."
        {...field}
      />
    </div>
  );
}
