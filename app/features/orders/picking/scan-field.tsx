import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { describePieces } from "#app/contract/money.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import type { PickedOrder } from "#app/features/orders/picking.contract.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { IconBack, IconCheck, IconWarning } from "#app/ui/icons.tsx";
import { isUnpacked, readScan } from "./picking.rules.ts";
import styles from "./scan-field.module.css";
import type { Packed, Packing } from "./use-packing.ts";

type ScanFieldProps = { packing: Packing; orders: readonly PickedOrder[] };

/** Where a scanner types the bar code of an order and presses Enter: the order is packed, and what follows is said. */
export function ScanField({ packing, orders }: ScanFieldProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The page is open to scan, and a scanner types wherever the focus is.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function scan(event: FormEvent) {
    event.preventDefault();
    const scanned = text.trim();
    setText("");
    if (!scanned || packing.busy) return;
    const number = readScan(scanned);
    if (number === undefined) return packing.fail(`“${scanned}” is not the bar code of an order.`);
    const order = orders.find((one) => one.number === number);
    if (!order) return packing.fail(`No. ${number} is not on this list.`);
    if (!isUnpacked(order)) return packing.fail(`No. ${number} is ${stateTitle(order.shipping)} already.`, order);
    void packing.pack(order);
  }

  const { last } = packing;
  return (
    <div className={styles.scan} data-unprinted>
      <form onSubmit={scan}>
        <Field
          ref={field}
          className={styles.field}
          label="Scan a bar code to pack its order"
          autoComplete="off"
          inputMode="numeric"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <div role="status">{last && <Said last={last} packing={packing} all={orders.length} />}</div>
    </div>
  );
}

function Said({ last, packing, all }: { last: Packed; packing: Packing; all: number }) {
  if (last.kind === "failed") {
    return (
      <Banner tone="bad">
        <IconWarning />
        <p>
          {last.why} {last.order && <Link to={`/dashboard/orders/${last.order.number}`}>Open it</Link>}
        </p>
      </Banner>
    );
  }
  const { order } = last;
  if (last.kind === "undone") {
    return (
      <Banner tone="wait">
        <IconBack />
        <p>No. {order.number} is not packed.</p>
      </Banner>
    );
  }
  return (
    <Banner tone="ok">
      <IconCheck />
      <p>
        <Link to={`/dashboard/orders/${order.number}`}>No. {order.number}</Link> is packed.{" "}
        {packing.left === 0 ? "The list is done." : `${packing.left} of ${all} to go.`}
      </p>
      <p className={styles.packed}>
        {order.company ?? order.name}, {describePieces(order.orderQuantity)} of {order.productName}.
        <Button
          kind="text"
          size="small"
          busy={packing.busy === order._id}
          onClick={() => void packing.undo(order, last.from)}
        >
          Undo
        </Button>
      </p>
    </Banner>
  );
}
