import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { formatPieces } from "#app/contract/money.ts";
import type { Delivery } from "#app/features/orders/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.module.css";
import { ShopDay } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./deliveries-list.module.css";

type DeliveriesListProps = {
  deliveries: readonly Delivery[];
  isStaff: boolean;
  /** The number of the only order that the page is about; without it, each line is named. */
  order?: number;
};

/** What has left, delivery by delivery: day, carrier, tracking and lines; for staff, also how to correct the tracking. */
export function DeliveriesList({ deliveries, isStaff, order }: DeliveriesListProps) {
  const may = useMay();
  return (
    <ol className={styles.deliveries}>
      {deliveries.map((one) => (
        <li key={one._id}>
          <p className={styles.day}>
            <b>
              <ShopDay on={one.shippedOn} />
            </b>{" "}
            {one.carrier}
          </p>
          <TrackingNumbers {...one} />
          <ul className={textStyles.soft}>
            {one.lines
              .filter((line) => order === undefined || line.order === order)
              .map((line) => (
                <li key={line.order}>
                  {order === undefined && `No. ${line.order}: `}
                  {formatPieces(line.pieces)} of {formatPieces(line.orderQuantity)} pieces
                </li>
              ))}
          </ul>
          {isStaff && may("ship-orders") && <Correct key={one.version} delivery={one} />}
        </li>
      ))}
    </ol>
  );
}

function TrackingNumbers({ trackingNumber, trackingUrl }: Pick<Delivery, "trackingNumber" | "trackingUrl">) {
  const numbers = trackingNumber?.split(",").map((number) => number.trim()) ?? [];
  if (numbers.length === 0 && !trackingUrl) return null;
  return (
    <p className={styles.tracking}>
      {numbers.map((number) => (
        <span key={number} className={styles.number}>
          {number}{" "}
          <Button kind="text" size="small" onClick={() => void copy(number)}>
            Copy<span className="sr"> tracking number {number}</span>
          </Button>
        </span>
      ))}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
          Track it<span className="sr"> (opens in a new tab)</span>
        </a>
      )}
    </p>
  );
}

async function copy(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number);
    toast.success(`Copied ${number}`);
  } catch {
    toast.error("It could not be copied. Please select it.");
  }
}

/** Corrects how to follow a delivery; the buyer is mailed. */
function Correct({ delivery }: { delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const [carrier, setCarrier] = useState(delivery.carrier ?? "");
  const [number, setNumber] = useState(delivery.trackingNumber ?? "");
  const [link, setLink] = useState(delivery.trackingUrl ?? "");
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const { _id: id, version } = delivery;
    const body = { version, carrier, trackingNumber: number, trackingUrl: link.trim() || null };
    try {
      const { data } = await callApi("PATCH /deliveries/{id}", { params: { id }, body });
      toast.success(data.modifiedCount === 0 ? "Nothing was different" : "Tracking corrected");
      setOpen(false);
    } catch (error) {
      toast.error(describeError(error));
    }
    setBusy(false);
    await revalidate();
  }

  if (!isOpen) {
    return (
      <div data-unprinted>
        <Button kind="text" size="small" onClick={() => setOpen(true)}>
          Correct tracking
        </Button>
      </div>
    );
  }
  return (
    <form className={formStyles.form} data-unprinted onSubmit={(event) => void save(event)}>
      <div className={formStyles.two}>
        <Field label="Carrier" autoComplete="off" value={carrier} onChange={({ target }) => setCarrier(target.value)} />
        <Field
          label="Tracking numbers"
          hint="Several parcels: with commas between them."
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </div>
      <Field
        label="Tracking link"
        type="url"
        autoComplete="off"
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <div>
        <Button type="submit" size="small" busy={busy}>
          Save and mail the buyer
        </Button>{" "}
        <Button kind="text" size="small" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
