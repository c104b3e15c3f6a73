import { useId, useState } from "react";
import { formatPieces } from "#app/contract/money.ts";
import control from "#app/ui/control.module.css";
import { Fault } from "#app/ui/fault.tsx";
import { Field } from "#app/ui/field.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./pieces-fields.module.css";
import { describeContents, readPieces, restOf, type Shippable, sayRest, type TypedPieces } from "./shipping.rules.ts";

/** What is typed for the pieces that ship, and whether it can be sent. */
export function usePieces(orders: readonly Shippable[]) {
  const [typed, setTyped] = useState<TypedPieces>({});
  const isWrong = orders.some((order) => "fault" in readPieces(order, typed));
  const isNothing = !isWrong && orders.every((order) => "pieces" in readPieces(order, typed) && !hasAny(order, typed));
  return {
    typed,
    type: (order: Shippable, written: string) => setTyped((all) => ({ ...all, [order._id]: written })),
    /** Why nothing can be sent; undefined if it can. */
    problem: isWrong ? "Please look at the pieces." : isNothing ? "Nothing of it would ship." : undefined,
  };
}

function hasAny(order: Shippable, typed: TypedPieces): boolean {
  const read = readPieces(order, typed);
  return "pieces" in read && read.pieces > 0;
}

type PiecesFieldsProps = {
  orders: readonly Shippable[];
  pieces: ReturnType<typeof usePieces>;
  /** Also that of a single order is folded away. */
  isFolded?: boolean;
};

/** How many pieces of each order are in a parcel: a field for one, folded away below their sum for several. */
export function PiecesFields({ orders, pieces, isFolded = false }: PiecesFieldsProps) {
  const [only, ...others] = orders;
  if (only && others.length === 0 && !isFolded) {
    const read = readPieces(only, pieces.typed);
    return (
      <Field
        label={`Pieces, of ${formatPieces(restOf(only))} left`}
        inputMode="numeric"
        autoComplete="off"
        value={showPieces(only, pieces.typed)}
        onChange={({ target }) => pieces.type(only, target.value)}
        error={"fault" in read ? read.fault : undefined}
        hint={"pieces" in read ? sayRest(only, read.pieces) : undefined}
      />
    );
  }
  return (
    <Fold title={describeContents(orders, pieces.typed)} className={styles.contents}>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderPieces key={order._id} order={order} pieces={pieces} />
        ))}
      </ul>
    </Fold>
  );
}

function OrderPieces({ order, pieces }: { order: Shippable; pieces: PiecesFieldsProps["pieces"] }) {
  const id = useId();
  const read = readPieces(order, pieces.typed);
  const rest = "pieces" in read ? sayRest(order, read.pieces) : undefined;
  return (
    <li>
      <label htmlFor={id} className={styles.order}>
        <span className="sr">Pieces of order </span>No. {order.number}{" "}
        <span className={joinClasses(textStyles.soft, styles.item)}>{order.productName}</span>
      </label>
      <div>
        <input
          id={id}
          className={control.control}
          inputMode="numeric"
          autoComplete="off"
          value={showPieces(order, pieces.typed)}
          onChange={({ target }) => pieces.type(order, target.value)}
          aria-invalid={"fault" in read ? true : undefined}
          aria-describedby={`${id}-rest`}
        />
        <div id={`${id}-rest`}>
          {"fault" in read ? (
            <Fault>{read.fault}</Fault>
          ) : (
            <p className={joinClasses(textStyles.soft, styles.rest)}>
              of {formatPieces(restOf(order))}
              {rest && `; ${rest}`}
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

function showPieces(order: Shippable, typed: TypedPieces): string {
  return typed[order._id] ?? formatPieces(restOf(order));
}
