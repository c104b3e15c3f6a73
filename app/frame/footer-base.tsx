import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { useContact } from "./contact-context.ts";
import styles from "./footer-base.module.css";

/** The footer's last line: the owner, the terms, and the contact address. */
export function FooterBase() {
  const contact = useContact();
  return (
    <div className={styles.base}>
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
            <a href={`mailto:${contact}`}>{contact}</a>
          </li>
        )}
      </ul>
    </div>
  );
}
