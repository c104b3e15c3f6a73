import { useId, useRef, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callWithCookie, renewSession } from "#app/client/session.ts";
import type { SocialProviders } from "#app/frame/page-contexts.ts";
import { Button } from "#app/ui/button.tsx";
import { IconGitHub, IconGoogle } from "#app/ui/provider-icons.tsx";
import { toast } from "#app/ui/toast.ts";
import { type ProviderName, providerNames } from "./contract.ts";
import { OrLine } from "./or-line.tsx";
import styles from "./social-buttons.module.css";
import { signInThrough } from "./social-popup.ts";

type SocialButtonsProps = {
  ways: SocialProviders;
  /** Reports why the login failed; undefined means that a new attempt begins. */
  onFailure: (reason: string | undefined) => void;
  /** The provider has said who it is, and the account asks for a second factor as well. */
  onSecondStep: () => void;
};

export function SocialButtons({ ways, onFailure, onSecondStep }: SocialButtonsProps) {
  const hintId = useId();
  const [busy, setBusy] = useState<ProviderName>();
  const attempt = useRef<AbortController>(null);
  const hint = describeWays(ways);

  async function signIn(provider: ProviderName) {
    attempt.current?.abort();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setBusy(provider);
    onFailure(undefined);
    const onClosed = (reason: string) => {
      setBusy(undefined);
      onFailure(reason);
    };
    try {
      await signInThrough(provider, { signal, onClosed });
      onFailure(undefined);
      const session = await renewSession();
      if (session.status === "in") return toast.success("Account access given");
      const { data: step } = await callWithCookie("GET /auth/second-step");
      if (step) onSecondStep();
    } catch (error) {
      if (!signal.aborted) onFailure(describeError(error));
    } finally {
      if (!signal.aborted) setBusy(undefined);
    }
  }

  const buttonProps = (provider: ProviderName) => ({
    kind: "line" as const,
    wide: true,
    busy: busy === provider,
    disabled: ways[provider] === "off" || busy !== undefined,
    onClick: () => void signIn(provider),
    "aria-describedby": hint ? hintId : undefined,
  });

  return (
    <div className={styles.buttons}>
      <Button {...buttonProps("google")}>
        <IconGoogle />
        Google signup
      </Button>
      <OrLine />
      <Button {...buttonProps("github")}>
        <IconGitHub />
        GitHub signup
      </Button>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

function describeWays(ways: SocialProviders): string | undefined {
  const off = (["google", "github"] as const).filter((name) => ways[name] === "off").map((name) => providerNames[name]);
  if (off.length > 0) return `${off.join(" and ")} ${off.length > 1 ? "are" : "is"} not set up in this shop.`;
  if (ways.google === "demo" || ways.github === "demo") return "A demo: made-up people stand in for Google and GitHub.";
  return undefined;
}
