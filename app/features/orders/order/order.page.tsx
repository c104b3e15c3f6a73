import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { data, useRevalidator } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { describePieces } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { ClaimsPart } from "#app/features/orders/claims/claims-part.tsx";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { SheetOf } from "#app/features/orders/list/sheet-group.tsx";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { Conversation } from "#app/features/orders/messages/conversation.tsx";
import { OrdersCrumb } from "#app/features/orders/orders-crumb.tsx";
import { PayPart } from "#app/features/orders/purchase/pay-part.tsx";
import { CancelQuestion } from "#app/features/orders/status/order-deletion.tsx";
import { OrderTracks } from "#app/features/orders/status/order-tracks.tsx";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { watchFocus } from "#app/ui/watch-focus.ts";
import type { Route } from "./+types/order.page.ts";
import styles from "./order.page.module.css";
import { OrderBanner } from "./order-banner.tsx";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDocuments } from "./order-documents.tsx";
import { OrderEvents } from "./order-events.tsx";
import { OrderGoods } from "./order-goods.tsx";
import { OrderMoves } from "./order-moves.tsx";
import { OrderNoteForm } from "./order-note-form.tsx";
import { OrderShipments } from "./order-shipments.tsx";
import { OrderStock } from "./order-stock.tsx";

export const loader = protectedLoader(undefined, async ({ params, isAdmin, callApi }: Signed<Route.LoaderArgs>) => {
  const [order, toPay] = await Promise.all([
    findOrder(callApi, params.number),
    isAdmin ? undefined : findToPay(callApi, params.number),
  ]);
  return data({ order, toPay, isAdmin }, order ? undefined : { status: 404 });
});

/** Undefined when there is no such order, or it is another buyer's: nobody is told which. */
function findOrder(callApi: CallApi, id: string): Promise<OrderStory | undefined> {
  return orUndefinedOn404(callApi("GET /orders/{id}", { params: { id } }));
}

function findToPay(callApi: CallApi, id: string) {
  return orUndefinedOn404(callApi("GET /orders/{id}/paymentInstructions", { params: { id } }));
}

export const handle = { name: "Order" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const isMissing = loaderData !== undefined && loaderData.order === undefined;
  return [{ title: pageTitle(isMissing ? "Not found" : `Order No. ${loaderData?.order?.number ?? params.number}`) }];
};

export default function OrderPage({ loaderData: { order, ...rest } }: Route.ComponentProps) {
  return order ? <OneOrder key={order._id} loaded={order} {...rest} /> : <NotFoundBesideMenu />;
}

type OneOrderProps = Omit<Route.ComponentProps["loaderData"], "order"> & { loaded: OrderStory };

function OneOrder({ loaded, toPay, isAdmin }: OneOrderProps) {
  const order = useFollowed(
    loaded,
    async () => (await findOrder(callApi, loaded._id)) ?? loaded,
    (updates) => updates.some((one) => one === undefined || one.orderId === loaded._id),
  );
  const [isCancelling, setCancelling] = useState(false);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  async function showCancelled() {
    // The dialog gives the focus back when it closes.
    flushSync(() => setCancelling(false));
    const hasMovedOn = watchFocus();
    await revalidate();
    // The button that had the focus is gone.
    if (!hasMovedOn()) heading.current?.focus();
  }

  return (
    <>
      <OrdersCrumb isAdmin={isAdmin} />
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Order No.&nbsp;{order.number}
        </h1>
        <p className={textStyles.lede}>
          {describePieces(order.orderQuantity)} of {withNonBreakingUnits(order.productName)}.{" "}
          <span className={textStyles.soft}>
            {isAdmin && `${order.company ?? order.name}. `}
            Ordered <Moment at={order.createdAt} />
            <SheetOf order={order} />.<Wishes order={order} />
          </span>
        </p>
      </div>
      {!isAdmin && <OrderBanner order={order} />}
      <div className={styles.page}>
        <div className={styles.column}>
          <SheetPart title="Where it stands">
            <OrderTracks
              order={order}
              {...(isAdmin && { actions: (track) => <OrderMoves order={order} track={track} /> })}
            />
          </SheetPart>
        </div>
        <div className={styles.column}>
          {isAdmin && <OrderBuyer order={order} />}
          <OrderGoods order={order} isAdmin={isAdmin} onCancel={() => setCancelling(true)} />
          {!isAdmin && <PayPart of="orders" id={order._id} loaded={toPay} />}
          {isAdmin && <OrderStock order={order} />}
          <OrderDocuments of="orders" id={order._id} orders={[order]} isAdmin={isAdmin} />
        </div>
        <div className={styles.column}>
          <Conversation of="orders" id={order._id} isStaff={isAdmin} />
          <OrderShipments order={order} isAdmin={isAdmin} />
          <ClaimsPart order={order} isAdmin={isAdmin} />
          <SheetPart title="What happened">
            <OrderEvents order={order} isAdmin={isAdmin} />
            {isAdmin && <OrderNoteForm order={order} />}
          </SheetPart>
        </div>
      </div>
      <CancelQuestion
        order={isCancelling ? order : undefined}
        isAdmin={isAdmin}
        onClose={() => setCancelling(false)}
        onDone={() => void showCancelled()}
      />
    </>
  );
}

function Wishes({ order: { poNumber, wantedOn } }: { order: OrderStory }) {
  return (
    <>
      {poNumber && (
        <>
          {" "}
          <span className={styles.whole}>{namePo(poNumber)}.</span>
        </>
      )}
      {wantedOn && (
        <>
          {" "}
          Requested delivery <ShopDay on={wantedOn} />.
        </>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The order did not load" />;
}
