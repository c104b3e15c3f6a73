import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { ShopDay } from "#app/ui/moment.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { sayLimits } from "./limits.rules.ts";
import styles from "./order-goods.module.css";

type OrderGoodsProps = {
  order: OrderStory;
  isAdmin: boolean;
  /** Whether the page offers to report a problem with it. */
  canReport?: boolean;
  children?: ReactNode;
};

/** What was ordered, in figures; for its buyer also where it goes. */
export function OrderGoods({ order, isAdmin, canReport = false, children }: OrderGoodsProps) {
  const name = withNonBreakingUnits(order.productName);
  return (
    <SheetPart plain title="What">
      <div className={styles.item}>
        <div className={styles.picture}>
          <Photo
            {...trimPicture(order.img ?? "", 320)}
            alt=""
            width={96}
            height={96}
            fallbackText=""
            className={styles.photo}
          />
        </div>
        <p>
          <b>{order.trimId ? <Link to={`/purchase/${order.trimId}`}>{name}</Link> : name}</b>
          {order.articleNumber !== null && (
            <span className={textStyles.soft}>
              <br />
              Art.&nbsp;{formatArticle(order.articleNumber)}
            </span>
          )}
        </p>
      </div>
      <dl className={styles.figures}>
        <Figure what="Quantity">{formatPieces(order.orderQuantity)}</Figure>
        <Figure what="Price per piece">{formatUnitPrice(order.unitPrice)}</Figure>
        <Figure what="Total">{formatTotal(order.total)}</Figure>
        {!isAdmin && order.companyId && <Figure what="Ordered by">{order.isMine ? "You" : order.name}</Figure>}
        {order.wantedOn && (
          <Figure what="Requested delivery">
            <ShopDay on={order.wantedOn} />
          </Figure>
        )}
        {order.promisedOn && (
          <Figure what="Promised delivery">
            <ShopDay on={order.promisedOn} />
          </Figure>
        )}
      </dl>
      {children}
      {!isAdmin && (
        <address dir="auto" className={styles.address}>
          {writeAddress(order)}
          {"\n"}
          {order.phone && <a href={toPhoneLink(order.phone)}>{writePhone(order.phone)}</a>}
        </address>
      )}
      <p className={textStyles.hint} data-unprinted>
        {sayLimits(order, { isAdmin, canReport })}
      </p>
    </SheetPart>
  );
}

function Figure({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
