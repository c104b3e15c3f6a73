import { useContact } from "./contact-context.ts";
import styles from "./needs-scripts.module.css";

/** For visitors whose browser runs no scripts: what does not work here, and whom to write to instead. */
export function NeedsScripts({ what }: { what: string }) {
  const contact = useContact();
  return (
    <noscript>
      <p className={styles.words}>
        {what} needs JavaScript, which is off in this browser.{" "}
        {contact && (
          <>
            Switch it on, or write to <a href={`mailto:${contact.email}`}>{contact.email}</a>.
          </>
        )}
      </p>
    </noscript>
  );
}
