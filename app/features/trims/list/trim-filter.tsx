import { type ChangeEvent, type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Form, useNavigate } from "react-router";
import { formatPieces } from "#app/contract/money.ts";
import type { TrimCounts } from "#app/features/trims/contract.ts";
import { type FilterName, filterNames, filters } from "#app/features/trims/facts.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import control from "#app/ui/control.module.css";
import { Fold } from "#app/ui/fold.tsx";
import { HeldFocus } from "#app/ui/held-focus.tsx";
import { IconClose } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Selvedge } from "#app/ui/seams.tsx";
import { TickBox } from "#app/ui/tick-box.tsx";
import { ChoiceSwatch } from "./choice-swatch.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import styles from "./trim-filter.module.css";
import { TrimFilterChosen } from "./trim-filter-chosen.tsx";
import { type TrimsAsked, trimsAsked, trimsHref } from "./trims-query.ts";

/** The id of the filter, which is a drawer if there is no room beside the list. */
export const FILTER = "facets";

type TrimFilterProps = { asked: TrimsAsked; counts: TrimCounts | null; found: ReactNode };

/**
 * What the list is narrowed by. A form whose fields have the names of the address: a tick sends it at once, without
 * JavaScript a button does. The drawer is a popover, which opens, closes and gives back the focus without our help.
 */
export function TrimFilter({ asked: loaded, counts, found }: TrimFilterProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const titleId = useId();
  const { asked, look } = useAhead(loaded);

  function send() {
    if (!form.current) return;
    const fields = [...new FormData(form.current)].map(([name, value]) => [name, String(value)]);
    const ahead = trimsAsked(new URLSearchParams(fields));
    look(ahead);
    void navigate(trimsHref(ahead), { preventScrollReset: true });
  }
  const tick = ({ target }: ChangeEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLSelectElement || target.type === "checkbox")) return;
    const { top } = target.getBoundingClientRect();
    flushSync(send);
    // At its top the browser does not hold a page in place when filters in use appear above.
    const scroller = target.closest(":popover-open") ?? document.documentElement;
    scroller.scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };

  return (
    <section
      id={FILTER}
      popover="auto"
      // A press on something that takes no focus, such as the words beside a box, focuses the filter and not the page
      // around it.
      tabIndex={-1}
      className={styles.filter}
      aria-labelledby={titleId}
      data-unprinted
      // What lies below must not be reached, or keep the focus, while it cannot be seen.
      onToggle={({ currentTarget, newState }) => {
        if (newState === "open") currentTarget.querySelector("button")?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.matches(":popover-open") && relatedTarget && !currentTarget.contains(relatedTarget)) {
          currentTarget.hidePopover();
        }
      }}
    >
      <div className={styles.selvedge}>
        <Selvedge />
      </div>
      <div className={styles.head}>
        <h2 id={titleId}>Filter</h2>
        <IconButton label="Close the filter" className={styles.close} popoverTarget={FILTER} popoverTargetAction="hide">
          <IconClose />
        </IconButton>
      </div>
      <HeldFocus within={FILTER}>
        <TrimFilterChosen asked={asked} />
        <Form ref={form} method="get" action="/trims" onChange={tick} onSubmit={submit} className={styles.form}>
          <HiddenFields asked={asked} names={["q", "line", "sort"]} />
          <Facet title="In stock" isOpen>
            <div className={styles.stock}>
              <label htmlFor="in-stock">for</label>
              <input
                key={asked.inStock}
                id="in-stock"
                name="inStock"
                inputMode="numeric"
                autoComplete="off"
                maxLength={13}
                defaultValue={asked.inStock === undefined ? "" : formatPieces(asked.inStock)}
                aria-describedby="in-stock-unit"
                className={joinClasses(control.control, styles.pieces)}
              />
              <span id="in-stock-unit">pieces</span>
              <Button type="submit" kind="text" size="small" className={styles.apply}>
                Apply
              </Button>
            </div>
          </Facet>
          {counts && asked.line && <Sizes asked={asked} counts={counts} />}
          {filterNames.map((name) => (
            <Choices key={name} name={name} asked={asked} counts={counts} />
          ))}
          <div className={styles.foot}>
            <noscript>
              <Button type="submit" kind="line">
                Apply
              </Button>
            </noscript>
            <Button className={styles.show} popoverTarget={FILTER} popoverTargetAction="hide">
              Show {found}
            </Button>
          </div>
        </Form>
      </HeldFocus>
    </section>
  );
}

type FacetProps = { title: string; isOpen: boolean; children: ReactNode };

function Facet({ title, isOpen, children }: FacetProps) {
  return (
    <Fold title={title} className={styles.facet} open={isOpen}>
      <fieldset>
        <legend className="sr">{title}</legend>
        {children}
      </fieldset>
    </Fold>
  );
}

type ChoicesProps = { name: FilterName; asked: TrimsAsked; counts: TrimCounts | null };

/** How many choices that lead to nothing may appear among the others; if there are more, they are folded away below. */
const MOST_EMPTY = 3;

/** Choices of one filter, each with what it would list. One that leads to nothing says so and cannot be ticked. */
function Choices({ name, asked, counts }: ChoicesProps) {
  const { title } = filters[name];
  const chosen = asked[name];
  const offered = counts?.[name] ?? [];
  // A chosen value stays, even if no trim of the line has it.
  const others = chosen.filter((value) => !offered.some((choice) => choice.value === value));
  const choices = [...offered, ...others.map((value) => ({ value, trims: 0 }))];
  if (choices.length === 0) return null;
  const isEmpty = (choice: Counted) => choice.trims === 0 && !chosen.includes(choice.value);
  const empty = choices.filter(isEmpty);
  const isFolded = empty.length > MOST_EMPTY && empty.length < choices.length;
  const shown = isFolded ? choices.filter((choice) => !isEmpty(choice)) : choices;
  const toChoice = (choice: Counted) => (
    <Choice key={choice.value} {...{ name, ...choice }} isChosen={chosen.includes(choice.value)} />
  );
  return (
    <Facet title={title} isOpen={empty.length < choices.length}>
      {shown.map(toChoice)}
      {isFolded && (
        <details className={styles.empty}>
          <summary>{empty.length} more, no trims</summary>
          {empty.map(toChoice)}
        </details>
      )}
    </Facet>
  );
}

type Counted = { value: string; trims: number };
type ChoiceProps = Counted & { name: FilterName; isChosen: boolean };

function Choice({ name, value, trims, isChosen }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <TickBox name={name} value={value} checked={isChosen} onChange={keep} disabled={trims === 0 && !isChosen} />
      <ChoiceSwatch of={name} value={value} />
      <span className={styles.what}>{value}</span>
      <span className={styles.count}>
        {trims}
        <span className="sr"> {trims === 1 ? "trim" : "trims"}</span>
      </span>
    </label>
  );
}

/** The form's own listener acts; React requires one on each controlled field. */
function keep() {}

function Sizes({ asked, counts: { size } }: { asked: TrimsAsked; counts: TrimCounts }) {
  if (size.length === 0) return null;
  return (
    <Facet title="Size" isOpen={asked.sizeFrom !== undefined || asked.sizeTo !== undefined || size.length < 20}>
      <div className={styles.sizes}>
        {(["sizeFrom", "sizeTo"] as const).map((name) => (
          <label key={name}>
            {name === "sizeFrom" ? "from" : "to"}
            <select
              name={name}
              value={asked[name] ?? ""}
              onChange={keep}
              className={joinClasses(control.control, styles.size)}
            >
              <option value="">any</option>
              {size.map(({ mm, text, trims }) => (
                <option key={mm} value={mm}>
                  {text} ({trims})
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </Facet>
  );
}

/** What was just chosen, until its answer arrives: a tick must not wait for it. */
function useAhead(loaded: TrimsAsked) {
  const [ahead, setAhead] = useState({ of: loaded, asked: loaded });
  return {
    asked: ahead.of === loaded ? ahead.asked : loaded,
    look: (asked: TrimsAsked) => setAhead({ of: loaded, asked }),
  };
}
