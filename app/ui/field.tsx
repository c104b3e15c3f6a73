import { type ComponentProps, type ReactNode, useId } from "react";
import control from "./control.module.css";
import { Fault } from "./fault.tsx";
import styles from "./field.module.css";
import { joinClasses } from "./join-classes.ts";
import textStyles from "./text.module.css";
import { TickBox } from "./tick-box.tsx";

type FieldTexts = {
  label: ReactNode;
  /** The error message; if set, the control is marked invalid. */
  error?: string | undefined;
  /** Permanent help below the control. */
  hint?: ReactNode;
};

/** `className` goes to the frame around label and control; everything else, including `ref`, to the input. */
export function Field({ label, error, hint, className, ...input }: ComponentProps<"input"> & FieldTexts) {
  const described = useDescription({ error, hint, ...input });
  return (
    <Frame label={label} error={error} hint={hint} id={described.id} className={className}>
      <input dir="auto" {...input} {...described} className={control.control} />
    </Frame>
  );
}

export function TextArea({ label, error, hint, className, ...input }: ComponentProps<"textarea"> & FieldTexts) {
  const described = useDescription({ error, hint, ...input });
  return (
    <Frame label={label} error={error} hint={hint} id={described.id} className={className}>
      <textarea dir="auto" {...input} {...described} className={control.control} />
    </Frame>
  );
}

export function Select({ label, error, hint, className, ...input }: ComponentProps<"select"> & FieldTexts) {
  const described = useDescription({ error, hint, ...input });
  return (
    <Frame label={label} error={error} hint={hint} id={described.id} className={className}>
      <select {...input} {...described} className={control.control} />
    </Frame>
  );
}

export function Check({ label, error, hint, className, ...input }: Omit<ComponentProps<"input">, "type"> & FieldTexts) {
  const described = useDescription({ error, hint, ...input });
  return (
    <div className={joinClasses(styles.field, className)}>
      <label className={styles.check}>
        <TickBox {...input} {...described} />
        <span>{label}</span>
      </label>
      <Below id={described.id} error={error} hint={hint} />
    </div>
  );
}

type FrameProps = FieldTexts & { id: string; className: string | undefined; children: ReactNode };

function Frame({ label, error, hint, id, className, children }: FrameProps) {
  return (
    <div className={joinClasses(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

function Below({ id, error, hint }: Omit<FieldTexts, "label"> & { id: string }) {
  return (
    <>
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
      {hint && (
        <p className={textStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

type Known = Omit<FieldTexts, "label"> & Pick<ComponentProps<"input">, "id" | "aria-describedby">;

function useDescription({ error, hint, id: givenId, "aria-describedby": alsoDescribedBy }: Known) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = joinClasses(error && `${id}-error`, hint ? `${id}-hint` : undefined, alsoDescribedBy);
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy };
}
