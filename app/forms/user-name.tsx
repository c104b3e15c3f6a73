import { useSession } from "#app/client/session.ts";

/**
 * Tells a password manager whose password a form without an address is about: `email`, or else the person who is signed
 * in. Nobody sees it or comes to it with the keyboard.
 */
export function UserName({ email }: { email?: string | undefined }) {
  const session = useSession();
  const name = email ?? (session.status === "in" ? session.user.email : "");
  return (
    <input className="sr" type="text" autoComplete="username" value={name} readOnly tabIndex={-1} aria-hidden="true" />
  );
}
