import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { phoneLink, useContact } from "./contact-context.ts";
import styles from "./footer-base.module.css";
import { KeyboardButton } from "./keyboard-help.tsx";

/** The footer's last lines: the owner, where they are, the terms, and how to reach them. */
export function FooterBase() {
  const contact = useContact();
  const about = [contact?.address.join(", "), contact?.register].filter(Boolean);
  return (
    <div className={styles.base}>
      {contact && about.length > 0 && (
        <address className={styles.about}>
          {brand.name}, {about.join(". ")}
        </address>
      )}
      {/* A page left open over New Year still shows the old one. */}
      <p suppressHydrationWarning>
        © {new Date().getFullYear()} {brand.name}. All rights reserved.
      </p>
      <ul className={styles.ways}>
        <li>
          <Link to="/terms">Terms</Link>
        </li>
        {contact && (
          <li>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </li>
        )}
        {contact?.phone && (
          <li>
            <a href={phoneLink(contact.phone)}>{contact.phone}</a>
          </li>
        )}
        <li>
          <KeyboardButton kind="text" size="small" className={styles.keyboard} />
        </li>
      </ul>
    </div>
  );
}
