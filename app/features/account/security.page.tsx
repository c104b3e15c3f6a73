import { Link, useRevalidator } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Crumb } from "#app/ui/crumb.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/security.page.ts";
import { AccountDeletion } from "./account-deletion.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { OwnData } from "./own-data.tsx";
import { PasswordPart } from "./password-part.tsx";
import styles from "./security.page.module.css";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSession(request);
  const { data } = await signOutWhenRefused(request, callApi("GET /account/security", {}));
  return { user, security: data };
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Sign-in and security") }];

export default function SecurityPage({ loaderData: { user, security } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <Crumb>
        <Link to="/dashboard/myprofile">My Profile</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1>Sign-in and security</h1>
          <p className={textStyles.soft}>For what changes who can log in, we ask for your password once more.</p>
        </div>
      </PageHead>
      <div className={styles.page}>
        <OpenSessions sessions={security.sessions} onChanged={revalidate} />
        <div className={styles.column}>
          <PasswordPart security={security} onChanged={revalidate} />
          <OwnData />
          <AccountDeletion email={user.email} hasPassword={security.hasPassword} />
        </div>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Sign-in and security" title="Your logins did not load" />;
}
