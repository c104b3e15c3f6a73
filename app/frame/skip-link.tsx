import styles from "./skip-link.module.css";

/** The first stop of the keyboard: past the header, to what the page is about. */
export function SkipLink() {
  return (
    <a data-unprinted className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
