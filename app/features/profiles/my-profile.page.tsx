import { useRef } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { KeyboardButton } from "#app/frame/keyboard-help.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import formStyles from "#app/ui/form.module.css";
import { PageHead } from "#app/ui/page-head.tsx";
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
      <PageHead className={formStyles.page}>
        <h1 ref={heading} tabIndex={-1}>
          {handle.heading}
        </h1>
        <div className={styles.actions}>
          <KeyboardButton kind="text" size="small" />
          <ButtonLink to="/dashboard/myprofile/security" kind="line" size="small">
            Sign-in and security
          </ButtonLink>
        </div>
      </PageHead>
      <ProfileForm user={user} profile={profile} onSaved={() => heading.current?.focus()} />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Your profile did not load" />;
}
