import { useId } from "react";
import { useMay } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { formatTotal } from "#app/contract/money.ts";
import { focusActions } from "#app/features/orders/list/orders-bulk.tsx";
import { ANSWER } from "#app/features/orders/messages/conversation.tsx";
import type { Conversation } from "#app/features/orders/messages.contract.ts";
import { DutyBand } from "#app/features/orders/order/duty-band.tsx";
import type { Sheet } from "#app/features/sheets/contract.ts";
import type { Picking } from "#app/lists/picking.ts";
import { Button } from "#app/ui/button.tsx";
import { type DutyOfSheet, listSheetDuties } from "./duty.rules.ts";

/** What is to be done about so many orders: "3 orders". */
const words: Record<Exclude<DutyOfSheet, "answer">, (orders: string) => string> = {
  review: (orders) => `review ${orders}`,
  invoice: (orders) => `invoice ${orders}`,
  produce: (orders) => `make or pack ${orders}`,
  pack: (orders) => `pack ${orders}`,
  ship: (orders) => `ship ${orders}`,
  overdue: (orders) => `collect the payment of ${orders}`,
  deliver: (orders) => `mark ${orders} as delivered`,
  pay: (orders) => `book the payment of ${orders}`,
};

type SheetDutyProps = { sheet: Sheet; talk: Conversation | undefined; picking: Picking };

/** For staff: what is to be done about a sheet now; it selects the orders, and the bar of actions does the rest. */
export function SheetDuty({ sheet, talk, picking }: SheetDutyProps) {
  const id = useId();
  const may = useMay();
  const today = useShopToday();
  const [now, ...later] = listSheetDuties(sheet.orders, { waitsForUs: talk?.waitingFor === "us", today, may });
  if (!now) return null;
  const { deposit } = sheet;
  const waits = deposit?.isWaiting === true && (now.duty === "produce" || now.duty === "invoice");
  const next = later.map(say).filter((said) => said !== undefined);
  const last = talk?.messages.at(-1);
  function pick(ids: readonly string[]) {
    picking.keep(new Set(ids));
    // The bar appears with the selection.
    requestAnimationFrame(focusActions);
  }
  return (
    <DutyBand
      id={id}
      title={
        waits
          ? `Waiting for the deposit of ${formatTotal(deposit.open)}`
          : now.duty === "answer"
            ? `${last?.name ?? sheet.name} waits for an answer`
            : capital(say(now) ?? "")
      }
      next={next.length > 0 && !waits ? `After that: ${next.join(", ")}.` : undefined}
      buttons={
        now.duty === "answer" ? (
          <Button size="small" onClick={() => document.getElementById(ANSWER)?.focus()}>
            Answer
          </Button>
        ) : (
          <Button size="small" kind={waits ? "line" : undefined} onClick={() => pick(now.ids)}>
            {now.ids.length === 1 ? "Select this order" : `Select these ${now.ids.length} orders`}
          </Button>
        )
      }
    >
      {now.duty === "answer" && last?.words}
    </DutyBand>
  );
}

/** "ship 3 orders" */
function say({ duty, ids }: { duty: DutyOfSheet; ids: readonly string[] }): string | undefined {
  if (duty === "answer") return undefined;
  return words[duty](ids.length === 1 ? "one order" : `${ids.length} orders`);
}

function capital(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1);
}
