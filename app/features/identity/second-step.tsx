import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { knowsPasskeys, signByPasskey } from "#app/client/passkey.ts";
import { beginSession, callWithCookie } from "#app/client/session.ts";
import { AppCodeField, RecoveryCodeField } from "#app/forms/code-field.tsx";
import { useContact } from "#app/frame/contact-context.ts";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import { IconLock } from "#app/ui/icons.tsx";
import { Loading } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { Gate } from "./auth-layout.tsx";
import { announceLogin } from "./log-in.ts";
import { OrLine } from "./or-line.tsx";
import styles from "./second-step.module.css";

type Way = "code" | "passkey" | "recoveryCode";
type Step = { email: string; app: boolean; passkey: boolean; recoveryCodes: number };

const titles: Record<Way, string> = {
  code: "Enter the code",
  passkey: "Use your passkey",
  recoveryCode: "Use a recovery code",
};

const names: Record<Way, string> = {
  code: "Use the app’s code",
  passkey: "Use a passkey",
  recoveryCode: "Use a recovery code",
};

/** What an account with a second factor asks for after the password, or after Google and GitHub. */
export function SecondStepForm({ onBack }: { onBack: () => void }) {
  const [step, setStep] = useState<Step>();
  const [chosen, setChosen] = useState<Way>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({ defaultValues: { code: "", recoveryCode: "" } });
  const { errors, isSubmitting } = form.formState;
  const contact = useContact()?.email;

  useEffect(() => {
    callWithCookie("GET /auth/second-step").then(
      ({ data }) => {
        if (data) return setStep(data);
        // The login has waited too long for its second step.
        toast.warning("Please log in once more.");
        onBack();
      },
      (error) => {
        toast.error(describeError(error));
        onBack();
      },
    );
  }, [onBack]);

  const ways = listWays(step);
  const way = chosen ?? ways[0] ?? "code";

  async function take(body: { code: string } | { recoveryCode: string } | { passkey: Signed }) {
    const { data } = await callWithCookie("POST /auth/second-step", { body });
    await beginSession(data.email);
    announceLogin();
  }

  function tell(error: unknown) {
    if (error instanceof ApiProblem && error.status === 401) {
      toast.warning(error.message);
      return onBack();
    }
    if (way === "passkey") return form.setError("root", { message: describeError(error) });
    form.setError(way, { message: describeError(error) });
    form.setFocus(way, { shouldSelect: true });
  }

  async function proveByPasskey() {
    setBusy(true);
    form.clearErrors();
    try {
      const { data } = await callWithCookie("POST /auth/passkey-options", { body: {} });
      await take({ passkey: await signByPasskey(data) });
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  }

  const submit = form.handleSubmit(async ({ code, recoveryCode }) => {
    if (way === "passkey") return proveByPasskey();
    await take(way === "code" ? { code } : { recoveryCode }).catch(tell);
  });

  const others = ways.filter((one) => one !== way);
  return (
    <Gate title={titles[way]} picture="/images/products/denim-hangtag-55x85-copper-960.webp">
      {!step ? (
        <Loading />
      ) : (
        <>
          <p className={textStyles.soft}>
            {sentences[way]} <b className={styles.email}>{step.email}</b>.
          </p>
          <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
            {way === "code" && (
              <AppCodeField
                autoFocus
                error={errors.code?.message}
                {...form.register("code", { required: "Type the six digits" })}
              />
            )}
            {way === "recoveryCode" && (
              <RecoveryCodeField
                autoFocus
                error={errors.recoveryCode?.message}
                {...form.register("recoveryCode", { required: "Type ten letters and digits" })}
              />
            )}
            <FormError>{errors.root?.message}</FormError>
            <Button type="submit" wide busy={isSubmitting || isBusy} autoFocus={way === "passkey"}>
              {way === "passkey" ? (
                <>
                  <IconLock />
                  Use a passkey
                </>
              ) : (
                "Login"
              )}
            </Button>
          </form>
          {others.length > 0 && <OrLine />}
          <div className={styles.ways}>
            {others.map((other) => (
              <Button key={other} kind="text" onClick={() => setChosen(other)} disabled={isBusy}>
                {names[other]}
              </Button>
            ))}
            <Button kind="text" onClick={onBack} disabled={isBusy}>
              Back to Login
            </Button>
          </div>
          {way === "recoveryCode" && (
            <p className={textStyles.small}>
              No code left? Write to <a href={`mailto:${contact}`}>{contact}</a> from your own address; we then check
              who you are.
            </p>
          )}
        </>
      )}
    </Gate>
  );
}

type Signed = Awaited<ReturnType<typeof signByPasskey>>;

const sentences: Record<Way, string> = {
  code: "Your authenticator app shows a code for",
  passkey: "Now the fingerprint, face or PIN you set up for",
  recoveryCode: "Use one if you do not have your phone at hand. You are logging in as",
};

/** The ways that are open, the likeliest first. */
function listWays(step: Step | undefined): Way[] {
  if (!step) return [];
  return [
    ...(step.app ? (["code"] as const) : []),
    ...(step.passkey && knowsPasskeys() ? (["passkey"] as const) : []),
    ...(step.recoveryCodes > 0 ? (["recoveryCode"] as const) : []),
  ];
}
