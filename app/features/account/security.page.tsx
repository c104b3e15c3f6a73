import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { IconShield } from "#app/ui/icons.tsx";
import layoutStyles from "#app/ui/layout.module.css";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/security.page.ts";
import { AccountDeletion } from "./account-deletion.tsx";
import { AppPart } from "./app-part.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { OwnData } from "./own-data.tsx";
import { PasskeysPart } from "./passkeys-part.tsx";
import { PasswordPart } from "./password-part.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.page.module.css";

export const loader = protectedLoader(undefined, async ({ user, callApi }) => {
  const { data } = await callApi("GET /account/security");
  return { user, security: data };
});

export const handle = { name: "Sign-in and security" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.name) }];

export default function SecurityPage({ loaderData: { user, security } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<string[] | null>(null);
  const factors = { security, unprinted: codes !== null, onChanged: revalidate, onCodes: setCodes };
  return (
    <>
      <Crumb>
        <Link to="/dashboard/myprofile">My Profile</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1>{handle.name}</h1>
          <p className={textStyles.soft}>We may ask for your password before you change how you log in.</p>
        </div>
      </PageHead>
      {security.isFactorRequired && (
        <Banner tone="wait">
          <IconShield />
          <p>Admins of this shop need a second factor.</p>
          <p>Set up an app or a passkey. Until then you cannot open the admin pages.</p>
        </Banner>
      )}
      <div className={layoutStyles.columns}>
        <div className={layoutStyles.column}>
          <PasskeysPart {...factors} />
          <AppPart {...factors} />
          {security.recoveryCodes && (
            <RecoveryCodes left={security.recoveryCodes} made={codes} onCodes={setCodes} onChanged={revalidate} />
          )}
          <OpenSessions sessions={security.sessions} unprinted={codes !== null} onChanged={revalidate} />
        </div>
        <div className={layoutStyles.column} data-unprinted={codes ? true : undefined}>
          <PasswordPart security={security} onChanged={revalidate} />
          <OwnData />
          <AccountDeletion email={user.email} hasPassword={security.hasPassword} />
        </div>
      </div>
      <ProofDialog />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Sign-in and security did not load" />;
}
