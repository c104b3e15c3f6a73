import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconError } from "#app/ui/icons.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { toast } from "#app/ui/toast.ts";
import { LineFields, SharedFields } from "./change-fields.tsx";
import styles from "./change-form.module.css";
import {
  type Changed,
  findChangedTerms,
  judgeLine,
  type SharedTerms,
  type ShownLine,
  type TypedLine,
  type TypedShared,
} from "./change-form.rules.ts";
import { ChangeSummary } from "./change-summary.tsx";

type ChangeFormProps = {
  lines: readonly ShownLine[];
  /** What belongs to the order or sheet; undefined where it belongs to a whole sheet. */
  shared: SharedTerms | undefined;
  isStaff: boolean;
  /** The version that a change makes. */
  next: number;
  /** Lines can be taken away while this many stay. */
  isSheet: boolean;
  /** Where the reader came from. */
  back: string;
  /** How lines are added, and those that were. */
  adding?: ReactNode;
  onSend: (changed: Changed) => Promise<void>;
};

/** Changes an order or a sheet: fields in rows, the new total and what follows from it, in one view. */
export function ChangeForm({ lines, shared, isStaff, next, isSheet, back, adding, onSend }: ChangeFormProps) {
  const [typed, setTyped] = useState<Record<string, TypedLine>>({});
  const [terms, setTerms] = useState<TypedShared>({});
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const rows = lines.map((line) => {
    const of = typed[line.id] ?? {};
    return { line, typed: of, judged: judgeLine(line, of, isStaff) };
  });
  const stay = rows.filter(({ typed }) => !typed.isRemoved);
  const changedTerms = shared ? findChangedTerms(shared, terms) : {};
  const addressFault = changedTerms.address === "" ? "Address is required" : undefined;
  const changedRows = rows.filter(({ judged }) => judged.isChanged);
  const count = changedRows.length + Object.keys(changedTerms).length;

  const write = (id: string, more: TypedLine) => setTyped((all) => ({ ...all, [id]: { ...all[id], ...more } }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = addressFault !== undefined || rows.some(({ judged }) => Object.values(judged.faults).some(Boolean));
    setAsked(true);
    if (isWrong) {
      // The faults are shown by the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    if (count === 0) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await onSend({
        shared: changedTerms,
        lines: changedRows
          .filter(({ typed }) => !typed.isRemoved)
          .map(({ line, typed, judged }) => ({
            ...judged,
            line,
            reason: judged.isPriceSet ? typed.reason : undefined,
          })),
        removed: changedRows.filter(({ typed }) => typed.isRemoved).map(({ line }) => line),
      });
      toast.success(`Saved: ${count} ${count === 1 ? "change" : "changes"}`);
      await navigate(back);
    } catch (error) {
      setRefused(describeError(error));
      setBusy(false);
      // What was typed stays, beside what is true now.
      await revalidate();
    }
  }

  return (
    <form ref={form} noValidate className={styles.page} onSubmit={(event) => void submit(event)}>
      <div className={styles.column}>
        <div role="alert">
          {refused && (
            <Banner tone="bad">
              <IconError />
              <p>{refused}</p>
              <p>What you typed is still here.</p>
            </Banner>
          )}
        </div>
        {shared && (
          <SheetPart plain title={isSheet ? "Of the whole sheet" : "Delivery and reference"}>
            <SharedFields
              {...{ shared, terms, isStaff, addressFault }}
              onWrite={(more) => setTerms((all) => ({ ...all, ...more }))}
            />
          </SheetPart>
        )}
        <SheetPart plain title={isSheet ? "Lines" : "Pieces and price"}>
          <ul className={styles.lines}>
            {rows.map(({ line, typed, judged }) => (
              <LineFields
                key={line.id}
                {...{ line, typed, judged, isStaff, isAsked }}
                isRemovable={isSheet && (stay.length > 1 || typed.isRemoved === true)}
                onWrite={(more) => write(line.id, more)}
              />
            ))}
          </ul>
          {adding}
        </SheetPart>
      </div>
      <ChangeSummary {...{ rows, changedTerms, isStaff, next, back, isBusy }} />
    </form>
  );
}
