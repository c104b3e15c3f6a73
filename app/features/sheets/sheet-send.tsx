import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { ApiProblem } from "#app/client/api.ts";
import { describePieces, formatPieces, formatTotal } from "#app/contract/money.ts";
import { type Charge, describeCharge, formatCharge, totalWith } from "#app/features/orders/charges/charge.rules.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { priceChanged } from "#app/features/orders/problems.ts";
import { Button } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { PhoneBar } from "#app/ui/phone-bar.tsx";
import textStyles from "#app/ui/text.module.css";
import type { BuyerDelivery } from "./contract.ts";
import type { findWays } from "./delivery.rules.ts";
import type { sumLines } from "./lines.rules.ts";
import { SheetCredit } from "./sheet-credit.tsx";
import styles from "./sheet-send.module.css";

type SheetSendProps = {
  sums: ReturnType<typeof sumLines>;
  ways: ReturnType<typeof findWays>;
  isBusy: boolean;
  refusal: ApiProblem | undefined;
  /** Freight and discounts. */
  charges: readonly Charge[];
  /** Whom it is for, if staff write it. */
  buyer?: Pick<BuyerDelivery, "name" | "company" | "credit"> | undefined;
  /** The writer's limit, if the sheet is above it: a manager has to approve it. */
  limit?: string | undefined;
};

/** The id of the list of obstacles. */
export const OBSTACLES = "in-way";

/** The sums, the obstacles, and the button that sends. On phones the total stays in sight. */
export function SheetSend({ sums, charges, ways: { ways, title }, isBusy, refusal, buyer, limit }: SheetSendProps) {
  const { lines, counted, pieces, total: goods } = sums;
  const total = totalWith([goods], charges);
  const section = useRef<HTMLElement>(null);
  const isInView = useInView(section);
  /** It stays focusable, and leads to the list of what is to correct, just above it. */
  function refuse(event: MouseEvent) {
    event.preventDefault();
    focusOn(`#${OBSTACLES}`);
  }
  return (
    <>
      <section ref={section} className={joinClasses(layoutStyles.sheet, styles.send)} aria-labelledby="summary">
        <h2 id="summary" tabIndex={-1}>
          Summary
        </h2>
        <dl className={styles.sums}>
          <div>
            <dt>Lines</dt>
            <dd>{counted === lines ? lines : `${counted} of ${lines}`}</dd>
          </div>
          <div>
            <dt>Pieces</dt>
            <dd>{formatPieces(pieces)}</dd>
          </div>
          {charges.length > 0 && (
            <div>
              <dt>Goods</dt>
              <dd>{formatTotal(goods)}</dd>
            </div>
          )}
          {charges.map((charge) => (
            <div key={describeCharge(charge)}>
              <dt>{chargeLabels[charge.kind]}</dt>
              <dd>{formatCharge(charge)}</dd>
            </div>
          ))}
          <div className={styles.big}>
            <dt>Total</dt>
            <dd>
              <output>{formatTotal(total)}</output>
            </dd>
          </div>
        </dl>
        {buyer?.credit && <SheetCredit credit={buyer.credit} company={buyer.company ?? buyer.name} total={total} />}
        <FormError>{refusal && describeRefusal(refusal)}</FormError>
        {title && (
          <div className={styles.way} id={OBSTACLES} tabIndex={-1}>
            <b>{title}</b>
            <ul>
              {ways.map(({ href, words }) => (
                <li key={href}>
                  <a href={href} onClick={followTo(href)}>
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {limit !== undefined && (
          <p className={styles.limit}>
            Above your limit of {formatTotal(limit)}: a manager of your company has to approve it.
          </p>
        )}
        <Button
          type="submit"
          wide
          busy={isBusy}
          {...(title && { "aria-disabled": true, "aria-describedby": OBSTACLES, onClick: refuse })}
        >
          {buyer ? `Place order for ${buyer.name}` : limit === undefined ? "Send order sheet" : "Ask for approval"}
        </Button>
        <p className={textStyles.hint}>
          {buyer
            ? `All lines are placed or none. ${buyer.name} gets the confirmation by mail, which says that you entered it.`
            : limit !== undefined
              ? "You get a mail when a manager decides. Approving sends it; no stock is held until then."
              : "All lines are sent or none. We will confirm the order; nothing is paid yet. The draft holds no stock until it is sent."}
        </p>
      </section>
      <PhoneBar label="Sum of the order sheet" isAway={isInView}>
        <p>
          <b>{formatTotal(total)}</b>
          {title ?? `${lines} ${lines === 1 ? "line" : "lines"}, ${describePieces(pieces)}`}
        </p>
        <a
          className={styles.jump}
          href={title ? `#${OBSTACLES}` : "#summary"}
          onClick={followTo(title ? `#${OBSTACLES}` : "#summary")}
        >
          {title ? (ways.length === 1 ? "Show it" : "Show them") : "Review and send"}
        </a>
      </PhoneBar>
    </>
  );
}

function describeRefusal(refusal: ApiProblem): string {
  if (refusal.code !== priceChanged.code) return refusal.message;
  return "Prices have changed. Nothing was sent. Please check the new total, then send again.";
}

/** Without changing the address: otherwise, going back would lead through each field. */
function followTo(href: string) {
  return (event: MouseEvent) => {
    event.preventDefault();
    focusOn(href);
  };
}

function focusOn(href: string): void {
  const target = document.getElementById(href.slice(1));
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

/** Whether any of an element is in sight. */
function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
