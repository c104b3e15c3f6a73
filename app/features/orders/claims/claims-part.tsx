import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { type AnswerOf, ApiProblem, type CallApi } from "#app/client/api.ts";
import { useMay } from "#app/client/session.ts";
import { describePieces, formatTotal, totalPrice } from "#app/contract/money.ts";
import type { Claim } from "#app/features/orders/claims.contract.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import type { ClaimState } from "#app/features/orders/facts.ts";
import { claimLabels, remedyLabels } from "#app/features/orders/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { ClaimForm } from "./claim-form.tsx";
import { ClaimAnswer, Withdraw } from "./claim-moves.tsx";
import { ClaimPictures } from "./claim-pictures.tsx";
import styles from "./claims-part.module.css";

/** The colour of each state. */
export const claimTones: Record<ClaimState, "wait" | "ok" | "out" | undefined> = {
  open: "wait",
  accepted: "ok",
  refused: "out",
  withdrawn: undefined,
};

/** The id of the first claim that waits for its answer. */
export const OPEN_CLAIM = "open-claim";

export type OrderClaims = AnswerOf<"GET /orders/{id}/claims">;

/** What was claimed about an order; undefined if that cannot be read: the page is complete without it. */
export async function readClaims(callApi: CallApi, id: string): Promise<OrderClaims | undefined> {
  try {
    return (await callApi("GET /orders/{id}/claims", { params: { id } })).data;
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

/** Whether the page offers its buyer to report a problem with an order. */
export function canReport({ mayAct }: OrderStory, read: OrderClaims | undefined): boolean {
  return mayAct && read !== undefined && read.most > 0;
}

type ClaimsPartProps = { order: OrderStory; read: OrderClaims | undefined; isAdmin: boolean };

/** What was claimed about an order: a form for its buyer, and the answers for staff. */
export function ClaimsPart({ order, read, isAdmin }: ClaimsPartProps) {
  /** Undefined until the form was first opened. */
  const [isReporting, setReporting] = useState<boolean>();
  const { revalidate: reload } = useRevalidator();
  const may = useMay();
  if (!read) return null;
  const { claims, most, until } = read;
  const isOffered = canReport(order, read);
  const open = claims.find(({ state }) => state === "open");
  if (claims.length === 0 && !isOffered) return null;
  return (
    <SheetPart title={isAdmin ? "Claims" : "Problems with this order"} unprinted>
      {claims.length > 0 && (
        <ul className={styles.claims}>
          {claims.map((claim) => (
            <li key={claim._id} {...(claim === open && { id: OPEN_CLAIM, tabIndex: -1 })}>
              <ClaimStory claim={claim} />
              {claim.state === "open" &&
                isAdmin &&
                (may("manage-orders") ? (
                  <ClaimAnswer claim={claim} onDone={reload} />
                ) : (
                  <p className={textStyles.soft}>Those who work on orders answer it.</p>
                ))}
              {claim.state === "open" && claim.isMine && <Withdraw claim={claim} onDone={reload} />}
            </li>
          ))}
        </ul>
      )}
      {isOffered &&
        (isReporting ? (
          <ClaimForm
            order={order}
            most={most}
            onDone={async () => {
              setReporting(false);
              await reload();
            }}
            onClose={() => setReporting(false)}
          />
        ) : (
          <p className={styles.report}>
            <Button kind="line" size="small" autoFocus={isReporting === false} onClick={() => setReporting(true)}>
              Report a problem
            </Button>
            {until && (
              <span className={textStyles.soft}>
                possible until <ShopDay on={until} />
              </span>
            )}
          </p>
        ))}
    </SheetPart>
  );
}

/** One claim in words, with its pictures and what came of it. */
function ClaimStory({ claim }: { claim: Claim }) {
  const { at, pieces, kind, unitPrice, wants, words, state, reason, creditNote, replacement } = claim;
  return (
    <>
      <p className={styles.line}>
        <Badge tone={claimTones[state]}>{claimLabels[state]}</Badge>
        <b>
          {describePieces(pieces)} {kind}
        </b>
        <span className={textStyles.soft}>
          worth {formatTotal(totalPrice(unitPrice, pieces))}, <Moment at={at} />
        </span>
      </p>
      <p className={styles.words}>{words}</p>
      <ClaimPictures claim={claim} />
      {state === "open" && <p className={textStyles.soft}>Asked for: {remedyLabels[wants].toLowerCase()}.</p>}
      {state === "refused" && reason && <p>Refused: {reason}</p>}
      {creditNote && <p>Credited by credit note {creditNote}.</p>}
      {replacement !== null && (
        <p>
          Replaced by <Link to={`/dashboard/orders/${replacement}`}>order No. {replacement}</Link>, at no cost.
        </p>
      )}
    </>
  );
}
