import { useRef } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { useSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { staffRoleLabels } from "#app/contract/staff.ts";
import { KeyboardButton } from "#app/frame/keyboard-help.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import layoutStyles from "#app/ui/layout.module.css";
import { PageHead } from "#app/ui/page-head.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/my-profile.page.ts";
import styles from "./my-profile.page.module.css";
import { ProfileForm } from "./profile-form.tsx";

export const loader = protectedLoader(undefined, async ({ user, callApi }) => {
  const { data } = await callApi("GET /profile/{email}", { params: { email: user.email } });
  return { user, profile: data };
});

export const handle = { heading: "My Profile" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function MyProfilePage({ loaderData: { user, profile } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          {handle.heading}
        </h1>
      </PageHead>
      <div className={layoutStyles.columns}>
        <SheetPart title="About you">
          <ProfileForm user={user} profile={profile} onSaved={() => heading.current?.focus()} />
        </SheetPart>
        <div className={layoutStyles.column}>
          <Roles />
          <SheetPart title="Security" unprinted>
            <p>Password, second factor, open sessions, and your data as a file.</p>
            <ButtonLink to="/dashboard/myprofile/security" kind="line" size="small">
              Sign-in and security
            </ButtonLink>
          </SheetPart>
          <SheetPart title="Keys" unprinted>
            <p>Which keys there are, and a switch for them in this browser.</p>
            <KeyboardButton kind="line" size="small" />
          </SheetPart>
        </div>
      </div>
    </>
  );
}

/** What a member of staff works on; nothing for buyers. */
function Roles() {
  const session = useSession();
  const roles = session.status === "in" ? session.staffRoles : [];
  if (roles.length === 0) return null;
  return (
    <SheetPart title="Your work">
      <ul className={styles.roles}>
        {roles.map((role) => (
          <li key={role}>
            <Badge>{staffRoleLabels[role]}</Badge>
          </li>
        ))}
      </ul>
      <p className={textStyles.soft}>An owner of the shop gives the roles.</p>
    </SheetPart>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Your profile did not load" />;
}
