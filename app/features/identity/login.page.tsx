import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { rememberedQuery } from "#app/client/return-path.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { PasswordField } from "#app/forms/password-field.tsx";
import { type DemoAdmin, demoContext, type SocialProviders, socialContext } from "#app/frame/page-contexts.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/login.page.ts";
import { Gate, GateLink } from "./auth-layout.tsx";
import { credentials } from "./contract.ts";
import { EmailField } from "./credential-fields.tsx";
import { announceLogin, logIn } from "./log-in.ts";
import styles from "./login.page.module.css";
import { PasskeyLogin } from "./passkey-login.tsx";
import { PasswordReset } from "./password-reset.tsx";
import { SecondStep, useSecondStep } from "./second-step-later.tsx";
import { SocialButtons } from "./social-buttons.tsx";

const cache: CachePolicy = { query: rememberedQuery };
export const handle = { cache };

export function loader({ context }: Route.LoaderArgs) {
  return { demoAdmin: context.get(demoContext), ways: context.get(socialContext) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/login",
    title: "Login",
    isUnlisted: true,
    description: "Log in to order trims by the piece, follow your orders and say how they arrived.",
  });
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { isWaiting, wait, goBack } = useSecondStep();
  if (isWaiting) return <SecondStep onBack={goBack} />;
  return (
    <Gate title="Login" picture="/images/products/denim-hangtag-55x85-copper-960.webp">
      <LoginForm {...loaderData} onSecondStep={wait} />
      <p className={textStyles.small}>
        New here? <GateLink to="/register">Register</GateLink>
      </p>
    </Gate>
  );
}

type LoginFormProps = { demoAdmin: DemoAdmin | null; ways: SocialProviders; onSecondStep: () => void };

function LoginForm({ demoAdmin, ways, onSecondStep }: LoginFormProps) {
  // No default values: they would wipe what a password manager fills in before hydration.
  const { register, handleSubmit, setError, clearErrors, setFocus, getValues, trigger, formState } = useForm({
    resolver: zodResolver(credentials),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (person) => {
    try {
      await logIn(person);
      announceLogin();
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "second-factor-needed") return onSecondStep();
      setError("root", { message: describeError(error) });
      setFocus("password", { shouldSelect: true });
    }
  });

  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <EmailField error={errors.email?.message} {...register("email")} />
        <PasswordField error={errors.password?.message} {...register("password")} />
        <FormError>{errors.root?.message}</FormError>
        <Button type="submit" wide busy={isSubmitting}>
          Login
        </Button>
        <div className={styles.ways}>
          <PasswordReset
            readEmail={() => getValues("email") ?? ""}
            checkEmail={() => trigger("email", { shouldFocus: true })}
            onFailure={(message) => setError("root", { message })}
          />
          <Button kind="text" onClick={() => showDemoAdmin(demoAdmin)}>
            Login as Admin ?
          </Button>
        </div>
      </form>
      <SocialButtons
        ways={ways}
        onSecondStep={onSecondStep}
        onFailure={(message) => (message ? setError("root", { message }) : clearErrors("root"))}
      />
      <PasskeyLogin onFailure={(message) => (message ? setError("root", { message }) : clearErrors("root"))} />
    </>
  );
}

function showDemoAdmin(admin: DemoAdmin | null): void {
  if (admin) toast.success(`Demo admin: e-mail ${admin.email}, password ${admin.password}`);
  else toast.warning("Demo login is off in this shop.");
}
