import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { describeError } from "#app/client/api.ts";
import { knowsPasskeys, signByPasskey } from "#app/client/passkey.ts";
import { answerProofs, type Question } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import { AppCodeField, RecoveryCodeField } from "./code-field.tsx";
import { FormDialog, showProblems } from "./form-dialog.tsx";
import { PasswordField } from "./password-field.tsx";
import styles from "./proof-dialog.module.css";
import { UserName } from "./user-name.tsx";

/** On pages whose actions may need a proof of identity: asks for it in a dialog when `withProof` needs one. */
export function ProofDialog() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => answerProofs(setQuestion), []);
  return question && <AskForProof {...question} />;
}

type Way = "code" | "recoveryCode" | "password" | "passkey" | "login";
type Ways = readonly Way[];

function AskForProof({ proved, leave }: Question) {
  const [ways, setWays] = useState<Ways>();
  const [chosen, setChosen] = useState<Way>();
  const form = useForm({ defaultValues: { code: "", recoveryCode: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const [isBusy, setBusy] = useState(false);
  const way = chosen ?? ways?.[0];

  useEffect(() => {
    findWays().then(setWays, (error) => {
      toast.error(describeError(error));
      leave();
    });
  }, [leave]);

  async function prove(sent: Promise<unknown>) {
    await sent;
    proved();
  }

  async function proveByPasskey() {
    setBusy(true);
    try {
      const { data } = await callApi("POST /auth/proof-options", { body: {} });
      await prove(callApi("POST /auth/proof", { body: { passkey: await signByPasskey(data) } }));
    } catch (error) {
      toast.error(describeError(error));
      setBusy(false);
    }
  }

  const submit = form.handleSubmit(async (typed) => {
    if (way === "passkey") return proveByPasskey();
    if (way === "login") return leave();
    if (way === undefined) return;
    const sent = prove(callApi("POST /auth/proof", { body: { [way]: typed[way] } }));
    await showProblems(sent, ["code", "recoveryCode", "password"], form.setError);
  });
  const others = (ways ?? []).filter((one) => one !== way);

  return (
    <FormDialog
      title="Confirm it’s you"
      no="Not now"
      yes={way === "passkey" ? "Use a passkey" : way === "login" ? "I see" : "Confirm"}
      busy={isSubmitting || isBusy}
      onClose={leave}
      onSubmit={submit}
    >
      <p>{way === "login" ? LOGIN : "We will not ask again for ten minutes."}</p>
      {!way && <Loading />}
      {way === "code" && (
        <AppCodeField
          error={errors.code?.message}
          {...form.register("code", required("Type the six digits"))}
          autoFocus
        />
      )}
      {way === "recoveryCode" && (
        <RecoveryCodeField
          error={errors.recoveryCode?.message}
          {...form.register("recoveryCode", required("Type ten letters and digits"))}
          autoFocus
        />
      )}
      {way === "password" && (
        <>
          <UserName />
          <PasswordField
            error={errors.password?.message}
            {...form.register("password", required("Please type your password"))}
            autoFocus
          />
        </>
      )}
      {others.length > 0 && (
        <p className={styles.others}>
          {others.map((other) => (
            <Button key={other} kind="text" size="small" onClick={() => setChosen(other)} disabled={isBusy}>
              {names[other]}
            </Button>
          ))}
        </p>
      )}
    </FormDialog>
  );
}

const required = (message: string) => ({ required: message });

const LOGIN = "Your login is older than ten minutes. Please log out, log in again and come back.";

const names: Record<Way, string> = {
  code: "Use the app’s code",
  recoveryCode: "Use a recovery code",
  password: "Use the password",
  passkey: "Use a passkey",
  login: "Login again",
};

/** The ways in which this person can prove who they are, the likeliest first. */
async function findWays(): Promise<Ways> {
  const { app, passkeys, recoveryCodes, hasPassword } = (await callApi("GET /account/security", {})).data;
  if (!app && passkeys.length === 0) return [hasPassword ? "password" : "login"];
  return [
    ...(app ? (["code"] as const) : []),
    ...(passkeys.length > 0 && knowsPasskeys() ? (["passkey"] as const) : []),
    ...(recoveryCodes?.left ? (["recoveryCode"] as const) : []),
  ];
}
