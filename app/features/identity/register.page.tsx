import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { ApiProblem, describeError, isUnanswered } from "#app/client/api.ts";
import { rememberedQuery } from "#app/client/return-path.ts";
import { beginSession, callWithCookie, type Session } from "#app/client/session.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { type SocialProviders, socialContext } from "#app/frame/page-contexts.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Check, Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/register.page.ts";
import { Gate, GateLink } from "./auth-layout.tsx";
import { registration } from "./contract.ts";
import { EmailField, NewPasswordField } from "./credential-fields.tsx";
import { describeMailed } from "./describe-mailed.ts";
import { logIn } from "./log-in.ts";
import { SecondStep, useSecondStep } from "./second-step-later.tsx";
import { SocialButtons } from "./social-buttons.tsx";

const cache: CachePolicy = { query: rememberedQuery };
export const handle = { cache };

export function loader({ context }: Route.LoaderArgs) {
  return { ways: context.get(socialContext) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/register",
    title: "Register",
    isUnlisted: true,
    description:
      "A name, an e-mail and a password: with an account you order trims by the piece, at the price on the tag.",
  });
}

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { isWaiting, wait, goBack } = useSecondStep();
  if (isWaiting) return <SecondStep onBack={goBack} />;
  return (
    <Gate title="Register" picture="/images/products/shank-button-36l-crest-antique-brass-960.webp">
      <RegisterForm ways={loaderData.ways} onSecondStep={wait} />
      <p className={textStyles.small}>
        Already registered? <GateLink to="/login">Login</GateLink>
      </p>
    </Gate>
  );
}

const MAYBE_TAKEN =
  "No account was opened. If this address already has one, its owner has just received a mail about it; you can also log in or reset the password.";

function RegisterForm({ ways, onSecondStep }: { ways: SocialProviders; onSecondStep: () => void }) {
  // No default values: they would wipe what a password manager fills in before hydration.
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm({
    resolver: zodResolver(registration),
  });
  const { errors, isSubmitting } = formState;
  const [isAgreed, setAgreed] = useState(false);
  const isAnswerLost = useRef(false);

  const submit = handleSubmit(async (person) => {
    try {
      const { data } = await callWithCookie("POST /auth/sign-up/email", { body: person });
      let session = await beginSession(data.user.email);
      // The account may be there from the try whose answer was lost.
      if (session.status === "out" && isAnswerLost.current) session = await logIn(person).catch(stayOut);
      if (session.status === "in") {
        toast.success("Account creation done !!!!");
        if (data.mailInMinutes) toast.success(describeMailed("", data.mailInMinutes));
        return;
      }
      // The shop answers alike for every address; only the mail to its owner says more.
      setError("root", { message: MAYBE_TAKEN });
      setFocus("email");
    } catch (error) {
      isAnswerLost.current ||= isUnanswered(error);
      const message = describeError(error);
      // A password that is too common: the message stands at its field, where the next one is typed.
      const isPassword = error instanceof ApiProblem && error.errors[0]?.field === "password";
      if (isPassword) return setError("password", { message }, { shouldFocus: true });
      setError("root", { message });
      setFocus("email");
    }
  });

  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Name" autoComplete="name" required error={errors.name?.message} {...register("name")} />
        <EmailField error={errors.email?.message} {...register("email")} />
        <NewPasswordField error={errors.password?.message} {...register("password")} />
        <Check
          label="I agree with the terms"
          hint={
            <Link to="/terms" target="_blank">
              Read the terms
            </Link>
          }
          checked={isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <FormError>{errors.root?.message}</FormError>
        <Button type="submit" wide busy={isSubmitting} disabled={!isAgreed}>
          Submit
        </Button>
      </form>
      <SocialButtons
        ways={ways}
        onSecondStep={onSecondStep}
        onFailure={(message) => (message ? setError("root", { message }) : clearErrors("root"))}
      />
    </>
  );
}

/** No account has this address and password. */
function stayOut(error: unknown): Session {
  if (error instanceof ApiProblem && error.status === 401) return { status: "out" };
  throw error;
}
