import styles from "./skip-link.module.css";

/** The first tab stop: skips the header and goes to the main content. */
export function SkipLink() {
  return (
    <a data-unprinted className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
