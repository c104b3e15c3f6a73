import { useEffect, useRef, useState } from "react";
import { withProof } from "#app/client/proof.ts";
import { saveFile } from "#app/client/save-file.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { Button } from "#app/ui/button.tsx";
import { Check } from "#app/ui/field.tsx";
import { IconDownload, IconRecord } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { Security } from "./contract.ts";
import styles from "./recovery-codes.module.css";
import ways from "./ways.module.css";

type RecoveryCodesProps = {
  left: NonNullable<Security["recoveryCodes"]>;
  /** Codes that were just made; they are shown this once. */
  made: string[] | null;
  onCodes: (codes: string[] | null) => void;
  onChanged: () => Promise<void>;
};

/** The codes for the day the phone is lost: how many are left, or the new ones. */
export function RecoveryCodes({ left, made, onCodes, onChanged }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { isBusy, run } = useAction();
  useEffect(() => {
    if (!made) return;
    // All of them in sight, not the heading alone at the foot of the window.
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [made]);

  const renew = () =>
    run(async () => {
      const { data } = await withProof(() => callApi("POST /auth/recovery-codes", { body: {} }));
      onCodes(data.recoveryCodes);
      await onChanged();
    });

  return (
    <SheetPart title="Recovery codes" heading={heading}>
      {made ? (
        <NewCodes
          codes={made}
          onDone={() => {
            onCodes(null);
            heading.current?.focus();
          }}
        />
      ) : (
        <>
          <ul className={ways.ways}>
            <li>
              <IconRecord />
              <div className={ways.about}>
                <b>Recovery codes</b>
                <span className={joinClasses(textStyles.small, textStyles.soft)}>
                  {left.left} of {left.all} left · made <Moment at={left.madeAt} dayOnly />
                </span>
              </div>
              <div className={ways.actions}>
                <Button kind="text" size="small" busy={isBusy} onClick={() => void renew()}>
                  Make new ones
                </Button>
              </div>
            </li>
          </ul>
          <p className={textStyles.hint}>New codes replace the old ones.</p>
        </>
      )}
    </SheetPart>
  );
}

function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const text = `Recovery codes for Rivet & Reed, ${location.host}\nEach works once.\n\n${codes.join("\n")}\n`;

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => toast.success("The codes are copied."),
      () => toast.warning("This browser does not let pages copy. Please save the file."),
    );
  }

  return (
    <>
      <p className={textStyles.small}>
        For the day you lose your phone. Each code works once. This is the only time you see them. Keep them where you
        keep contracts, not in the phone.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={ways.actions}>
        <Button
          kind="line"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "rivet-and-reed-recovery-codes.txt")}
        >
          <IconDownload />
          Save as a file
        </Button>
        <Button kind="line" onClick={() => print()}>
          Print
        </Button>
        <Button kind="line" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <div data-unprinted>
        <Check label="I have saved the codes" checked={isSaved} onChange={(event) => setSaved(event.target.checked)} />
      </div>
      <p>
        <Button disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </p>
    </>
  );
}
