import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "#app/client/session.ts";
import { describePieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import { mayChange } from "#app/features/orders/change/change.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { useAgain } from "#app/features/orders/purchase/again.ts";
import { PayQuestion } from "#app/features/orders/purchase/pay-question.tsx";
import { isEnded, mayCancel } from "#app/features/orders/rules.ts";
import { isInvoiced, isPayable } from "#app/features/orders/status/tracks.rules.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { IconAgain, IconTrash } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-goods.module.css";

type OrderGoodsProps = { order: OrderStory; isAdmin: boolean; onCancel: () => void };

/** What was ordered and where it goes, and what its owner can do about it. */
export function OrderGoods({ order, isAdmin, onCancel }: OrderGoodsProps) {
  const may = useMay();
  const [isPaying, setPaying] = useState(false);
  const { again, isBusy } = useAgain();
  const name = withNonBreakingUnits(order.productName);
  const isCancellable = mayCancel(order, isAdmin);
  return (
    <SheetPart plain title={order.trimId ? <Link to={`/purchase/${order.trimId}`}>{name}</Link> : name}>
      <div className={styles.picture}>
        <Photo
          {...trimPicture(order.img ?? "")}
          sizes="(min-width: 1200px) 17rem, 22rem"
          alt=""
          width={640}
          height={480}
          fallbackText="No picture"
          className={styles.photo}
        />
      </div>
      <div className={styles.facts}>
        <Facts>
          <Fact what="Quantity">{describePieces(order.orderQuantity)}</Fact>
          <Fact what="Price per piece">{formatUnitPrice(order.unitPrice)}</Fact>
          <Fact what="Total">{formatTotal(order.total)}</Fact>
          {!isAdmin && (
            <>
              <Fact what="Address">
                <span dir="auto" className={styles.address}>
                  {writeAddress(order)}
                </span>
              </Fact>
              <Fact what="Phone">
                <a href={toPhoneLink(order.phone)}>{writePhone(order.phone)}</a>
              </Fact>
            </>
          )}
        </Facts>
      </div>
      <div className={styles.actions}>
        {!isAdmin && isPayable(order) && (
          <Button kind={isInvoiced(order) ? "primary" : "line"} wide onClick={() => setPaying(true)}>
            Pay
          </Button>
        )}
        {!isAdmin && order.trimId && (
          <Button kind="line" wide busy={isBusy} onClick={() => void again(order)}>
            <IconAgain />
            Order again
          </Button>
        )}
        {mayChange(order, isAdmin) && (!isAdmin || may("manage-orders")) && (
          <ButtonLink kind="line" wide to={`/dashboard/orders/${order.number}/change`}>
            Change order
          </ButtonLink>
        )}
        {isCancellable && (
          <Button kind="line" wide onClick={onCancel}>
            <IconTrash />
            Cancel order
          </Button>
        )}
      </div>
      <p className={textStyles.hint} data-unprinted>
        {sayLimits(order, isAdmin, isCancellable)}
      </p>
      <PayQuestion order={isPaying ? order : undefined} onClose={() => setPaying(false)} />
    </SheetPart>
  );
}

/** Explains what is not offered, where people would look for it. */
function sayLimits(order: OrderStory, isAdmin: boolean, isCancellable: boolean): string {
  const whole = "Its price does not include tax.";
  if (isEnded(order)) return "The pieces are back in stock.";
  if (isCancellable && mayChange(order, isAdmin)) return whole;
  if (isCancellable) return `To change it now, please write to us. ${whole}`;
  if (isAdmin) return "An order that has shipped cannot be cancelled. If goods come back, restock the item.";
  return `It can no longer be cancelled here. If something is wrong, reply to our last mail. ${whole}`;
}
