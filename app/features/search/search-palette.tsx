import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { callApi, useMay, useSession } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { Q_MAX, toSearchText } from "#app/contract/search.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import {
  IconBox,
  IconBuyers,
  IconClose,
  IconCompany,
  IconList,
  IconRecord,
  IconSearch,
  IconSheet,
} from "#app/ui/icons.tsx";
import { closeDialog, closeEvents, showModal } from "#app/ui/modals.ts";
import { Selvedge } from "#app/ui/seams.tsx";
import { Loading } from "#app/ui/states.tsx";
import { useTimeZone } from "#app/ui/time-zone.ts";
import type { Found, SearchAnswer } from "./contract.ts";
import { markTyped } from "./marks.rules.ts";
import styles from "./search-palette.module.css";
import { describeTotal, kindWords, type Row, toRows } from "./search-rows.ts";

const PAUSE_MS = 150;
const LOADING_AFTER_MS = 250;

const icons = {
  companies: IconCompany,
  buyers: IconBuyers,
  orders: IconList,
  sheets: IconSheet,
  invoices: IconRecord,
  products: IconBox,
};

/** What the field says to staff, and to buyers. */
const words = {
  staff: {
    label: "Search orders, buyers, invoices and products",
    placeholder: "Company, phone, PO, order, invoice, amount …",
    hint: "Whatever you know of it: company, person, e-mail, last digits of the phone, PO, number of an order, sheet or invoice, tracking number, item, street, city, country, amount or day.",
  },
  buyer: {
    label: "Search your orders, invoices and trims",
    placeholder: "PO, order, invoice, tracking, item, amount …",
    hint: "Whatever you know of it: PO, number of an order, sheet or invoice, tracking number, item, street, city, amount or day. Your own orders, and those of your company.",
  },
};

/** Searches orders, sheets, invoices and products, for staff also buyers, above any page. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current && !dialog.current.open) showModal(dialog.current);
  }, []);
  // Closing before the element leaves the page returns the focus to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => (element ? closeDialog(element) : undefined);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-ground="paper"
      aria-label="Search"
      {...closeEvents(onClose, onClose)}
      onMouseDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.frame}>
        <Selvedge />
        <Search onClose={onClose} />
      </div>
    </dialog>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState<Found["kind"]>();
  const [attempt, setAttempt] = useState(0);
  const asked = useAfterPause(toSearchText(typed), PAUSE_MS);
  const { key, answer, error } = useAnswer<SearchAnswer | undefined>(`${attempt} ${asked}`, async () =>
    asked === "" ? undefined : (await callApi("GET /search", { query: { q: asked } })).data,
  );
  const isAnswered = key === `${attempt} ${asked}`;
  const isSlow = useAfterPause(isAnswered ? "" : asked, LOADING_AFTER_MS) !== "" && !isAnswered;
  const hasFailed = isAnswered && error !== undefined;
  const found = hasFailed || asked === "" ? [] : (answer?.found ?? []);
  const meant = (answer?.corrections ?? []).reduce(
    (text, { typed: word, meant }) => text.toLowerCase().replace(word, meant),
    asked,
  );
  const session = useSession();
  const isStaff = session.status === "in" && session.isAdmin;
  const { label, placeholder, hint } = isStaff ? words.staff : words.buyer;
  const about = { typed: asked, timeZone: useTimeZone(), today: useShopToday(), may: useMay(), isStaff };
  const shown = found.filter((of) => kind === undefined || of.kind === kind);
  const groups = shown.map((of) => ({ ...of, value: of.kind, items: toRows(of, about) }));
  const total = { total: found.reduce((sum, of) => sum + of.total, 0), isCapped: found.some((of) => of.isCapped) };
  const hintId = useId();

  function openBeside(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const option = document.getElementById(event.currentTarget.getAttribute("aria-activedescendant") ?? "");
    if (option instanceof HTMLAnchorElement) window.open(option.href, "_blank", "noopener");
  }

  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={typed}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(row: Row) => row.title}
      onValueChange={(value, { reason }) => {
        if (reason !== "input-change") return;
        setTyped(value);
        setKind(undefined);
      }}
    >
      <div className={styles.field}>
        <IconSearch />
        <Autocomplete.Input
          className={styles.input}
          aria-label={label}
          aria-describedby={hintId}
          placeholder={placeholder}
          maxLength={Q_MAX}
          autoFocus
          enterKeyHint="go"
          spellCheck={false}
          onKeyDown={(event) => {
            openBeside(event);
            if (event.key === "Escape") {
              event.preventBaseUIHandler();
              event.preventDefault();
              onClose();
            }
          }}
        />
        <IconButton label="Close" onClick={onClose}>
          <IconClose />
        </IconButton>
      </div>
      {found.length > 1 && (
        <fieldset className={styles.kinds} aria-label="Kinds">
          <Kind isOn={kind === undefined} words="All" total={total} onPick={() => setKind(undefined)} />
          {found.map((of) => (
            <Kind
              key={of.kind}
              isOn={kind === of.kind}
              words={kindWords[of.kind]}
              total={of}
              onPick={() => setKind(of.kind)}
            />
          ))}
        </fieldset>
      )}
      <p className={styles.said} role="status">
        {isAnswered && asked !== "" && !hasFailed && (
          <Said count={found.length === 0 ? 0 : total.total} corrections={answer?.corrections ?? []} />
        )}
      </p>
      <div className={styles.results} data-stale={!isAnswered || undefined}>
        <Autocomplete.List className={styles.list} aria-label="Results" hidden={groups.length === 0}>
          {(group: (typeof groups)[number]) => (
            <Autocomplete.Group key={group.kind} items={group.items}>
              <Autocomplete.GroupLabel className={styles.group}>
                {kindWords[group.kind]} <span>{describeTotal(group)}</span>
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(row: Row) => (
                  <Autocomplete.Item
                    key={row.key}
                    value={row}
                    className={styles.hit}
                    render={<Link to={row.path} onClick={onClose} />}
                  >
                    <Hit row={row} typed={meant} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {asked === "" && <p className={styles.hint}>{hint}</p>}
        {isSlow && <Loading />}
        {hasFailed && (
          <div className={styles.none} role="alert">
            <h2>The search did not answer</h2>
            <p>What you typed is still there.</p>
            <Button kind="line" onClick={() => setAttempt(attempt + 1)}>
              Retry
            </Button>
          </div>
        )}
        {isAnswered && asked !== "" && !hasFailed && found.length === 0 && (
          <div className={styles.none}>
            <h2>Nothing fits “{asked}”</h2>
            <p>Try fewer words, or another thing you know of it.</p>
            {asked.includes(" ") && (
              <Button kind="line" onClick={() => setTyped(asked.replace(/ \S*$/, ""))}>
                Leave out “{asked.split(" ").at(-1)}”
              </Button>
            )}
          </div>
        )}
      </div>
      <p id={hintId} className={styles.foot}>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl</kbd>
          <kbd>Enter</kbd> new tab
        </span>
        {found.length > 1 && (
          <span>
            <kbd>Tab</kbd> kinds
          </span>
        )}
      </p>
    </Autocomplete.Root>
  );
}

type KindProps = { isOn: boolean; words: string; total: Pick<Found, "total" | "isCapped">; onPick: () => void };

function Kind({ isOn, words, total, onPick }: KindProps) {
  return (
    <button type="button" className={styles.kind} aria-pressed={isOn} onClick={onPick}>
      {words} <span>{describeTotal(total)}</span>
    </button>
  );
}

function Said({ count, corrections }: { count: number; corrections: SearchAnswer["corrections"] }) {
  if (corrections.length === 0 || count === 0) {
    return <span className="sr">{count === 0 ? "Nothing found" : `${count} found`}</span>;
  }
  return (
    <>
      {corrections.map(({ typed, meant }) => (
        <span key={typed}>
          Nothing is spelt “{typed}”. Nearest: <b>{meant}</b>.{" "}
        </span>
      ))}
    </>
  );
}

function Hit({ row: { kind, title, details, end, isMore }, typed }: { row: Row; typed: string }) {
  const Icon = icons[kind];
  return (
    <>
      {isMore ? <span /> : <Icon />}
      <span className={styles.text}>
        <b>{isMore ? title : <Marked text={title} typed={typed} />}</b>
        {details && (
          <span className={styles.details}>
            <Marked text={details} typed={typed} />
          </span>
        )}
      </span>
      {end && (
        <span className={styles.end}>
          {"sum" in end ? (
            end.sum
          ) : (
            <Badge tone={end.tone} {...(end.sewn !== undefined && { sewn: end.sewn })}>
              {end.words}
            </Badge>
          )}
        </span>
      )}
    </>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return markTyped(text, typed).map((part) => {
    const key = at++;
    return part.isMark ? <mark key={key}>{part.text}</mark> : part.text;
  });
}

/** A value once it has stayed the same for so long. */
function useAfterPause(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
