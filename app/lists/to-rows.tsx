import styles from "./to-rows.module.css";

/** The place of the rows on the page. */
export const ROWS = "rows";

/** For the keyboard, past tabs, tools and column headers; visible while it has the focus. */
export function ToRows() {
  return (
    <button type="button" className={styles.skip} onClick={focusFirstRow} data-unprinted>
      To the first row
    </button>
  );
}

function focusFirstRow() {
  const rows = document.getElementById(ROWS);
  const first = rows?.querySelector<HTMLElement>("[data-row-button]") ?? rows?.querySelector<HTMLElement>("li, tbody");
  const control = first?.matches("[data-row-button]") ? first : first?.querySelector<HTMLElement>("a, button");
  control?.focus();
}
