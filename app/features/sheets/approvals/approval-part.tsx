import { type FormEvent, useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { comparePrices, formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { isOverLimit } from "#app/features/companies/rules.ts";
import { NOTE_MAX } from "#app/features/orders/facts.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { IconWarning } from "#app/ui/icons.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { PlainTable } from "#app/ui/plain-table.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { findDifferences } from "./approval.rules.ts";
import styles from "./approval-part.module.css";

type ApprovalPartProps = {
  approval: Approval;
  /** It was decided, here or by somebody else. */
  onDone: () => Promise<void>;
  /** It has to be read again: what it would cost, or what is left, has changed. */
  onChanged: () => Promise<void>;
};

/** What a colleague asks for: what has changed since, its sums and lines, and the two answers. */
export function ApprovalPart({ approval, onDone, onChanged }: ApprovalPartProps) {
  const { asker, lines, isSheet, poNumber, wantedOn, createdAt, note, address } = approval;
  const differences = findDifferences(lines);
  const what = isSheet ? "order sheet" : "order";
  return (
    <SheetPart title={`${poNumber ? namePo(poNumber) : isSheet ? "Order sheet" : "Order"} of ${asker.name}`}>
      <p className={styles.about}>
        Asked by <b>{asker.name}</b> ({asker.email}), <Moment at={createdAt} />
        {wantedOn && (
          <>
            {" "}
            · requested delivery <ShopDay on={wantedOn} />
          </>
        )}
      </p>
      {differences.length > 0 && (
        <Banner tone="wait">
          <IconWarning />
          <p>Changed since {asker.name} asked</p>
          <ul className={styles.changes}>
            {differences.map(({ trimId, name, words }) => (
              <li key={trimId}>
                {withNonBreakingUnits(name)}: {words}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.columns}>
        <div>
          <PlainTable
            isLong={lines.length > 12}
            caption={`Lines of the ${what}`}
            heads={[{ text: "Item" }, { text: "Pieces", align: "right" }, { text: "Total", align: "right" }]}
            rows={lines.map(({ trimId, name, orderQuantity, unitPrice, unitPriceNow }) => ({
              key: trimId,
              cells: [
                withNonBreakingUnits(name),
                <span key="pieces" className={styles.pieces}>
                  {formatPieces(orderQuantity)}
                  <small>{unitPriceNow === null ? "gone" : `at ${formatUnitPrice(unitPriceNow)}`}</small>
                </span>,
                formatTotal(totalPrice(unitPriceNow ?? unitPrice, orderQuantity)),
              ],
            }))}
          />
          <Facts>
            <Fact what="Delivery">
              <span className={styles.address}>{address}</span>
            </Fact>
            {note && <Fact what="Note">{note}</Fact>}
          </Facts>
        </div>
        <div>
          <Sums approval={approval} />
          <Decision approval={approval} onDone={onDone} onChanged={onChanged} />
        </div>
      </div>
    </SheetPart>
  );
}

function Sums({ approval: { asker, total, totalNow } }: { approval: Approval }) {
  const { orderLimit, name } = asker;
  return (
    <dl className={styles.sums}>
      {total !== totalNow && (
        <div>
          <dt>When asked</dt>
          <dd>{formatTotal(total)}</dd>
        </div>
      )}
      <div className={styles.big}>
        <dt>Total now</dt>
        <dd>{formatTotal(totalNow)}</dd>
      </div>
      {orderLimit !== null && (
        <div>
          <dt>Limit of {name}</dt>
          <dd>
            {formatTotal(orderLimit)}
            {isOverLimit(totalNow, orderLimit) ? "" : ", not exceeded"}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Decision({ approval, onDone, onChanged }: ApprovalPartProps) {
  const [isReturning, setReturning] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isHydrated = useHydrated();
  const key = useFormKey();
  const { _id, asker, lines } = approval;

  type Body = { to: "approved"; prices: { trimId: string; unitPrice: string }[] } | { to: "returned"; reason: string };
  async function decide(body: Body) {
    setBusy(true);
    setRefusal(undefined);
    try {
      const headers = { "idempotency-key": key.of(body) };
      const { data } = await callApi("POST /approvals/{id}/moves", { params: { id: _id }, headers, body });
      key.forget();
      toast.success(data.sentAs === null ? `Returned to ${asker.name}` : `Approved and sent for ${asker.name}`);
      await onDone();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setRefusal(describeError(error));
      if (error.status >= 400 && error.status < 500) await onChanged();
    } finally {
      setBusy(false);
    }
  }

  function approve() {
    const prices = lines.flatMap(({ trimId, unitPrice, unitPriceNow }) => {
      const isHigher = unitPriceNow !== null && comparePrices(unitPriceNow, unitPrice) > 0;
      return isHigher ? [{ trimId, unitPrice: unitPriceNow }] : [];
    });
    void decide({ to: "approved", prices });
  }

  function giveBack(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    if (reason === "") setRefusal("Please give a reason.");
    else void decide({ to: "returned", reason });
  }

  if (isReturning) {
    return (
      <form
        className={styles.decision}
        noValidate
        inert={!isHydrated}
        aria-label={`Return to ${asker.name}`}
        onSubmit={giveBack}
      >
        <TextArea label={`Reason for ${asker.name}`} name="reason" required maxLength={NOTE_MAX} />
        <FormError>{refusal}</FormError>
        <Button type="submit" wide busy={isBusy}>
          Return to {asker.name}
        </Button>
        <Button kind="text" wide onClick={() => setReturning(false)}>
          Back
        </Button>
      </form>
    );
  }
  return (
    <div className={styles.decision} inert={!isHydrated}>
      <FormError>{refusal && `Nothing was sent. ${refusal}`}</FormError>
      <Button wide busy={isBusy} onClick={approve}>
        Approve and send
      </Button>
      <Button kind="line" wide onClick={() => setReturning(true)}>
        Return with a reason
      </Button>
      <p className={styles.hint}>
        Approving sends it at today's prices, in the name of {asker.name} and yours. Until then no stock is held.
      </p>
    </div>
  );
}
