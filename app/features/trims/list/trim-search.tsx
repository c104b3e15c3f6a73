import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { callApi } from "#app/client/session.ts";
import { formatUnitPrice } from "#app/contract/money.ts";
import { Q_MAX, toSearchText } from "#app/contract/search.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { markTyped } from "#app/features/trims/find/search-text.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { lowestPrice } from "#app/features/trims/rules.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { Button } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SearchBox } from "#app/ui/search-box.tsx";
import styles from "./trim-search.module.css";

const PAUSE_MS = 120;
const SHORTEST = 2;

type TrimSearchProps = {
  /** The search in the address. */
  value: string;
  /** Where "show all" leads for this search: to as many as the suggestions count, which know no filter. */
  hrefOf: (q: string) => string;
  /** What else the form sends. */
  children?: ReactNode;
};

type Suggested = { q: string; trims: Trim[]; total: number; isCapped: boolean };

const none: Suggested = { q: "", trims: [], total: 0, isCapped: false };

/**
 * The search field of the catalogue, with suggestions below it (the ARIA pattern of a combobox with a list box). Enter
 * searches, or opens the suggestion that the arrows have reached. Without JavaScript it is a form.
 */
export function TrimSearch({ value, hrefOf, children }: TrimSearchProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggested = useSuggestions(typed);
  const navigate = useNavigate();
  const [isLive, setLive] = useState(false);
  // Without scripts nothing is suggested, and the field is no combobox.
  useEffect(() => setLive(true), []);
  // Back and forward change the address but not the field.
  useEffect(() => {
    if (input.current) input.current.value = value;
    setOpen(false);
  }, [value]);

  // The list scrolls if it is higher than the available space.
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const { q, trims, total, isCapped } = suggested;
  const isShown = isOpen && q !== "" && trims.length > 0;
  const hasAll = total > 0;
  const last = trims.length - (hasAll ? 0 : 1);

  function open(at: number) {
    setOpen(false);
    const trim = trims[at];
    void navigate(trim ? trimPath(trim) : hrefOf(q));
  }

  function action(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && isShown) {
      // The browser would empty the field.
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isShown) return setOpen(true);
      const next = event.key === "ArrowDown" ? active + 1 : active - 1;
      setActive(next > last ? -1 : next < -1 ? last : next);
    } else if (event.key === "Enter" && isShown && active >= 0) {
      event.preventDefault();
      open(active);
    }
  }

  return (
    <SearchBox
      label="Search trims"
      className={styles.search}
      input={{
        ref: input,
        id: "q",
        defaultValue: value,
        autoComplete: "off",
        maxLength: Q_MAX,
        ...(isLive && {
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": isShown,
          "aria-controls": listId,
        }),
        "aria-activedescendant": isShown && active >= 0 ? `${listId}-${active}` : undefined,
        onInput: ({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(-1);
          setOpen(document.activeElement === currentTarget);
        },
        onBlur: () => setOpen(false),
        onKeyDown: action,
      }}
      form={{ action: "/trims", onSubmit: () => setOpen(false) }}
    >
      {children}
      <Button type="submit" kind="text" size="small" className={styles.submit}>
        Search
      </Button>
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={hasAll ? "Suggestions" : "Nothing matches. The nearest"}
        className={styles.list}
        hidden={!isShown}
        // A press must not take the focus from the field, which would close the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {trims.map((trim, at) => (
          <Suggestion key={trim._id} id={`${listId}-${at}`} trim={trim} q={q} isActive={at === active} />
        ))}
        {hasAll && (
          <Link
            id={`${listId}-${trims.length}`}
            role="option"
            aria-selected={active === trims.length}
            tabIndex={-1}
            className={styles.all}
            to={hrefOf(q)}
          >
            Show {total === 1 ? "the one trim" : `all ${isCapped ? `more than ${total}` : total} trims`} for “{q}”
          </Link>
        )}
      </div>
      <div className="sr" aria-live="polite">
        {isShown && describeFound(suggested)}
      </div>
    </SearchBox>
  );
}

type SuggestionProps = { id: string; trim: Trim; q: string; isActive: boolean };

function Suggestion({ id, trim, q, isActive }: SuggestionProps) {
  const from = lowestPrice(trim);
  return (
    <Link id={id} role="option" aria-selected={isActive} tabIndex={-1} className={styles.option} to={trimPath(trim)}>
      <span className={styles.photo}>
        <Photo {...trimPicture(trim.img)} sizes="52px" alt="" width={52} height={52} />
      </span>
      <span>
        {markTyped(withNonBreakingUnits(trim.name), q).map(({ text, isTyped, at }) =>
          isTyped ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
        )}
      </span>
      <span className={styles.price}>
        {from && <span>from </span>}
        {formatUnitPrice(from ?? trim.price)}
      </span>
    </Link>
  );
}

function describeFound({ trims, total }: Suggested): string {
  const found = `${trims.length} ${trims.length === 1 ? "suggestion" : "suggestions"}`;
  return `${total > 0 ? found : `Nothing matches; ${found} that come close`}. Up and down arrows choose, Enter opens.`;
}

/** The shop's suggestions for what is typed; the previous ones while the next are on their way. */
function useSuggestions(typed: string): Suggested {
  const [suggested, setSuggested] = useState(none);
  const q = toSearchText(typed);
  useEffect(() => {
    if (q.length < SHORTEST) {
      setSuggested(none);
      return;
    }
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = await callApi("GET /trims/suggestions", { query: { q } }).catch(() => undefined);
      // Suggestions are a help: without them the search still works.
      if (isStale || !answer) return;
      const { data: trims, headers } = answer;
      const isCapped = headers.has("X-Total-Count-Capped");
      setSuggested({ q, trims, total: Number(headers.get("X-Total-Count")), isCapped });
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [q]);
  return suggested;
}
