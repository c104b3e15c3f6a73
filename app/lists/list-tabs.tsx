import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import { Drop } from "#app/ui/drop.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { listSearch } from "./list.rules.ts";
import type { List } from "./list.ts";
import styles from "./list-tabs.module.css";

type Tab = { /** Its value in the address. */ name: string; words: string };

type ListTabsProps = {
  /** "Orders by state". */
  label: string;
  list: List<unknown>;
  /** The parameter that says which tab is open; the first tab is open without it. */
  filter: string;
  tabs: readonly Tab[];
  /** The names of tabs that few people open: they stand under *More* unless they are open. */
  rare?: readonly string[];
  /**
   * How many rows each tab shows, by its name, as a number or in words; the tabs are complete without. `most` is where
   * counting stops.
   */
  counts?: Readonly<Record<string, number | string>> | undefined;
  most?: number;
  /** While the counts are being requested again. */
  isBusy?: boolean;
};

/** The parts of a list, with how many rows each shows: links, because the address says which one is open. */
export function ListTabs({ label, list: { asked }, filter, tabs, rare = [], counts, most, isBusy }: ListTabsProps) {
  const open = tabs.find(({ name }) => name === asked.filters[filter]) ?? tabs[0];
  const nav = useRef<HTMLDivElement>(null);
  // The counts make the row of tabs wider than a window.
  const showOpen = () => scrollTo(nav.current, nav.current?.querySelector("[aria-current]"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another tab is open, and when the counts have come
  useEffect(showOpen, [open?.name, counts]);
  // A browser does not scroll to a tab that is partly in sight, and counts push the tabs after them out of sight.
  const showFocused = () => {
    const { activeElement } = document;
    if (nav.current?.contains(activeElement)) scrollTo(nav.current, activeElement);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the counts have changed
  useEffect(showFocused, [counts]);
  const isHidden = (tab: Tab) => rare.includes(tab.name) && tab !== open;
  const linkTo = (tab: Tab) => {
    const count = counts?.[tab.name];
    return (
      <li key={tab.name}>
        <Link
          to={{ search: listSearch(asked, { filters: { ...asked.filters, [filter]: tab.name } }) }}
          aria-current={tab === open ? "page" : undefined}
          className={styles.tab}
          preventScrollReset
        >
          {tab.words}
          <span className={joinClasses(textStyles.num, styles.count)}>
            {typeof count === "number" ? formatPieces(count) : count}
            {count !== undefined && count === most && "+"}
          </span>
        </Link>
      </li>
    );
  };
  const hidden = tabs.filter(isHidden);
  return (
    <nav onFocus={showFocused} data-unprinted className={styles.tabs} aria-label={label} aria-busy={isBusy}>
      <div ref={nav} className={styles.row}>
        <ul>{tabs.filter((tab) => !isHidden(tab)).map(linkTo)}</ul>
      </div>
      {hidden.length > 0 && (
        <Drop title="More" isBare atEnd closeOn={open?.name ?? ""}>
          <ul className={styles.more}>{hidden.map(linkTo)}</ul>
        </Drop>
      )}
    </nav>
  );
}

/** Scrolls the row until the tab is in sight. `scrollIntoView` would also make Tab go on from there. */
function scrollTo(row: HTMLElement | null, tab: Element | null | undefined): void {
  if (!row || !tab) return;
  const [seen, at] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (at.left < seen.left) row.scrollLeft -= seen.left - at.left;
  else if (at.right > seen.right) row.scrollLeft += at.right - seen.right;
}
