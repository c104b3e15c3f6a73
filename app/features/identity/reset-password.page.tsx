import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { ApiProblem, describeError, isUnanswered } from "#app/client/api.ts";
import { callWithCookie, endSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { UserName } from "#app/forms/user-name.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { FormError } from "#app/ui/form-error.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/reset-password.page.ts";
import { GateFrame } from "./auth-layout.tsx";
import { linkRequest, resetForm } from "./contract.ts";
import { EmailField, NewPasswordField } from "./credential-fields.tsx";
import { describeMailed } from "./describe-mailed.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("New password") },
  { name: "robots", content: "noindex" },
];

const cache: CachePolicy = {
  query: (query) => (query.has("token") ? `?${new URLSearchParams({ token: query.get("token") ?? "" })}` : ""),
};
export const handle = { cache };

/** The URL contains a secret: keep it out of caches and the Referer header. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get("token");
  return (
    <GateFrame title="New password" picture="/images/products/denim-hangtag-55x85-copper-960.webp">
      {token ? <ResetForm token={token} /> : <NoToken />}
    </GateFrame>
  );
}

const MAYBE_SET = "Your new password may be set already: no answer came to your first try. Please log in with it.";

function ResetForm({ token }: { token: string }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(resetForm) });
  const { errors, isSubmitting } = formState;
  const navigate = useNavigate();
  const { email, death } = useLink(token);
  const isAnswerLost = useRef(false);
  const [isMaybeSet, setMaybeSet] = useState(false);

  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      await callWithCookie("POST /auth/reset-password", { body: { token, newPassword } });
      endSession();
      toast.success("Your new password is set. Please log in with it.");
      await navigate("/login", { replace: true });
    } catch (error) {
      const isSpent = error instanceof ApiProblem && error.status === 400 && error.errors.length === 0;
      if (isSpent && isAnswerLost.current) return setMaybeSet(true);
      isAnswerLost.current ||= isUnanswered(error);
      const message = describeError(error);
      const isPassword = error instanceof ApiProblem && error.errors[0]?.field === "newPassword";
      if (isPassword) return setError("newPassword", { message }, { shouldFocus: true });
      setError("root", { message });
    }
  });

  if (isMaybeSet) return <DeadLink reason={MAYBE_SET} />;
  if (death) return <SpentLink reason={death} />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <UserName email={email} />
      <NewPasswordField label="New password" error={errors.newPassword?.message} {...register("newPassword")} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" wide busy={isSubmitting}>
        Set password
      </Button>
    </form>
  );
}

/**
 * Whose link it is, or why it no longer works: asked when the page opens, before the user thinks up a password in vain.
 */
function useLink(token: string): { email?: string; death?: string } {
  const [link, setLink] = useState({});
  useEffect(() => {
    callWithCookie("POST /auth/check-reset-link", { body: { token } }).then(
      ({ data }) => setLink({ email: data.email }),
      (error: unknown) => {
        // The form reports any other error.
        if (error instanceof ApiProblem && error.status === 400) setLink({ death: describeError(error) });
      },
    );
  }, [token]);
  return link;
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <>
      <FormError>{reason}</FormError>
      <ButtonLink to="/login">Login</ButtonLink>
    </>
  );
}

/** A link that is used or too old: asks for another mail here, and says the same whether there is such an account. */
function SpentLink({ reason }: { reason: string }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(linkRequest) });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const submit = handleSubmit(async ({ email }) => {
    try {
      const { data } = await callWithCookie("POST /auth/request-password-reset", { body: { email } });
      toast.success(describeMailed("Sent email for password reset", data.mailInMinutes));
    } catch (error) {
      setError("root", { message: describeError(error) });
    }
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <FormError>{errors.root?.message ?? (isSubmitSuccessful ? undefined : reason)}</FormError>
      <EmailField error={errors.email?.message} {...register("email")} />
      <Button type="submit" wide busy={isSubmitting}>
        Send a new link
      </Button>
    </form>
  );
}

function NoToken() {
  return (
    <>
      <p>
        This page opens from a link in a mail. To get one, enter your e-mail on the login page and press “Reset
        password.”
      </p>
      <ButtonLink to="/login">Login</ButtonLink>
    </>
  );
}
