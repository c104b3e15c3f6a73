import { useForm } from "react-hook-form";
import { encode } from "uqr";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { AppCodeField } from "#app/forms/code-field.tsx";
import { showProblems } from "#app/forms/form-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./app-setup.module.css";
import { type FactorPartProps, showKnown } from "./factor-part.ts";
import ways from "./ways.module.css";

/** The app's key: as text, and as the address in a QR code. */
export type AppKey = { key: string; uri: string };

type AppSetupProps = Pick<FactorPartProps, "onChanged" | "onCodes"> & { made: AppKey; onLeave: () => void };

/** Shows the key of a new app, and switches it on by its first code. */
export function AppSetup({ made, onLeave, onChanged, onCodes }: AppSetupProps) {
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const confirm = async (body: { code: string }) => {
    const confirmed = withProof(() => callApi("POST /auth/app/confirm", { body }));
    const { data } = await showKnown(confirmed, onChanged);
    form.clearErrors();
    toast.success("The app is switched on.");
    await onChanged();
    onCodes(data.recoveryCodes);
  };

  async function copy() {
    await navigator.clipboard.writeText(made.key).then(
      () => toast.success("The key is copied."),
      () => toast.warning("This browser does not let pages copy. Please type the key."),
    );
  }

  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit((typed) => showProblems(confirm(typed), ["code"], form.setError))();
      }}
    >
      <ol className={styles.steps}>
        <li>
          <p>
            <b>Scan this with your authenticator app</b>
          </p>
          <div className={styles.scan}>
            <QrCode text={made.uri} />
            <div>
              <p className={joinClasses(textStyles.small, textStyles.soft)}>Cannot scan it? Type this key instead.</p>
              <p className={styles.key}>{made.key.replace(/.{4}(?=.)/g, "$& ")}</p>
              <Button className={styles.copy} kind="text" size="small" onClick={() => void copy()}>
                Copy the key
              </Button>
            </div>
          </div>
        </li>
        <li>
          <AppCodeField
            label="Type the code the app shows"
            hint="Six digits. Nothing is switched on before the code is right."
            autoFocus
            error={errors.code?.message}
            {...form.register("code", { required: "Type the six digits" })}
          />
        </li>
      </ol>
      <div className={ways.actions}>
        <Button kind="line" onClick={onLeave} disabled={isSubmitting}>
          Not now
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Switch on
        </Button>
      </div>
    </form>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app; the same key is beside it as text"
      shapeRendering="crispEdges"
    >
      <path fill="white" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="var(--denim-ink)" d={dark.join("")} />
    </svg>
  );
}
