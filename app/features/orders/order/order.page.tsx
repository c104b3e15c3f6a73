import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { data, useRevalidator } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { namePo } from "#app/contract/po.ts";
import { ChargesPart } from "#app/features/orders/charges/charges-part.tsx";
import { ClaimsPart, canReport, type OrderClaims, readClaims } from "#app/features/orders/claims/claims-part.tsx";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { DepositPart } from "#app/features/orders/deposit/deposit-part.tsx";
import { FailedMails, readFailedMails } from "#app/features/orders/failed-mails/failed-mails.tsx";
import { SheetOf } from "#app/features/orders/list/sheet-group.tsx";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { Conversation, readConversation } from "#app/features/orders/messages/conversation.tsx";
import type { Conversation as Talk } from "#app/features/orders/messages.contract.ts";
import { OrdersCrumb } from "#app/features/orders/orders-crumb.tsx";
import { PayPart } from "#app/features/orders/purchase/pay-part.tsx";
import { CancelQuestion } from "#app/features/orders/status/order-deletion.tsx";
import { OrderTracks } from "#app/features/orders/status/order-tracks.tsx";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { watchFocus } from "#app/ui/watch-focus.ts";
import type { Route } from "./+types/order.page.ts";
import styles from "./order.page.module.css";
import { OrderActions } from "./order-actions.tsx";
import { OrderBanner } from "./order-banner.tsx";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDocuments } from "./order-documents.tsx";
import { OrderDuty } from "./order-duty.tsx";
import { OrderEvents } from "./order-events.tsx";
import { OrderGoods } from "./order-goods.tsx";
import { OrderMoney } from "./order-money.tsx";
import { OrderNoteForm } from "./order-note-form.tsx";
import { OrderPlace } from "./order-place.tsx";
import { OrderShipments } from "./order-shipments.tsx";
import { OrderStock } from "./order-stock.tsx";

export const loader = protectedLoader(undefined, async ({ params, isAdmin, callApi }: Signed<Route.LoaderArgs>) => {
  const [story, failed, toPay] = await Promise.all([
    findStory(callApi, params.number),
    isAdmin ? readFailedMails(callApi, { order: params.number }) : [],
    isAdmin ? undefined : findToPay(callApi, params.number),
  ]);
  return data({ story, failed, toPay, isAdmin }, story ? undefined : { status: 404 });
});

/** An order, what was written about it, and what was claimed. */
type Story = { order: OrderStory; talk: Talk | undefined; claims: OrderClaims | undefined };

/** Undefined when there is no such order, or it is another buyer's: nobody is told which. */
async function findStory(callApi: CallApi, id: string): Promise<Story | undefined> {
  const [order, talk, claims] = await Promise.all([
    orUndefinedOn404(callApi("GET /orders/{id}", { params: { id } })),
    readConversation(callApi, { of: "orders", id }),
    readClaims(callApi, id),
  ]);
  return order && { order, talk, claims };
}

function findToPay(callApi: CallApi, id: string) {
  return orUndefinedOn404(callApi("GET /orders/{id}/paymentInstructions", { params: { id } }));
}

export const handle = { name: "Order" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const isMissing = loaderData !== undefined && loaderData.story === undefined;
  return [
    { title: pageTitle(isMissing ? "Not found" : `Order No. ${loaderData?.story?.order.number ?? params.number}`) },
  ];
};

export default function OrderPage({ loaderData: { story, ...rest } }: Route.ComponentProps) {
  return story ? <OneOrder key={story.order._id} loaded={story} {...rest} /> : <NotFoundBesideMenu />;
}

type OneOrderProps = Omit<Route.ComponentProps["loaderData"], "story"> & { loaded: Story };

function OneOrder({ loaded, failed, toPay, isAdmin }: OneOrderProps) {
  const id = loaded.order._id;
  const { order, talk, claims } = useFollowed(
    loaded,
    async () => ({ ...loaded, ...(await findStory(callApi, id)) }),
    (updates) => updates.some((one) => one === undefined || one.orderId === id),
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

  const { version, sheetId } = order;
  const charges = sheetId === null && (
    <ChargesPart of="orders" {...{ id, version, charges: order.charges, orders: [order], isStaff: isAdmin }} />
  );
  return (
    <>
      <OrdersCrumb isAdmin={isAdmin} />
      <div className={styles.head}>
        <div className={styles.names}>
          <h1 ref={heading} tabIndex={-1}>
            Order No.&nbsp;{order.number}
          </h1>
          <p className={textStyles.soft}>
            {isAdmin && <b className={styles.company}>{order.company ?? order.name}. </b>}
            Ordered <Moment at={order.createdAt} />
            <SheetOf order={order} />.
            {order.poNumber && (
              <>
                {" "}
                <span className={styles.whole}>{namePo(order.poNumber)}.</span>
              </>
            )}
          </p>
        </div>
        <OrderActions order={order} isAdmin={isAdmin} onCancel={() => setCancelling(true)} />
      </div>
      <FailedMails mails={failed} />
      {isAdmin ? <OrderDuty order={order} talk={talk} claims={claims} /> : <OrderBanner order={order} />}
      <div className={styles.page} data-office={isAdmin || undefined}>
        <div className={styles.column}>
          {isAdmin && (
            <>
              <OrderGoods order={order} isAdmin>
                <OrderTracks order={order} of={["review", "shipping"]} />
              </OrderGoods>
              <OrderPlace order={order} />
            </>
          )}
          {!isAdmin && (
            <SheetPart title="Where it stands">
              <OrderTracks order={order} of={["review", "shipping"]} />
            </SheetPart>
          )}
          <OrderShipments order={order} isAdmin={isAdmin} />
        </div>
        <div className={styles.column}>
          {isAdmin ? (
            <>
              <OrderBuyer order={order} />
              <OrderMoney order={order} />
              <DepositPart deposit={order.deposit} isStaff />
              {charges}
              <OrderStock order={order} />
            </>
          ) : (
            <>
              <PayPart of="orders" id={order._id} loaded={toPay} orders={[order]} mayPay={order.mayAct}>
                <div className={styles.payment}>
                  <OrderTracks order={order} of={["payment"]} isBare />
                </div>
              </PayPart>
              <OrderGoods order={order} isAdmin={false} canReport={canReport(order, claims)} />
              {charges}
              <DepositPart deposit={order.deposit} isStaff={false} />
            </>
          )}
          <OrderDocuments of="orders" id={order._id} orders={[order]} isAdmin={isAdmin} />
        </div>
        <div className={styles.column}>
          <Conversation of="orders" id={order._id} talk={talk} isStaff={isAdmin} mayAct={order.mayAct} />
          <ClaimsPart order={order} read={claims} isAdmin={isAdmin} />
          <SheetPart title="History">
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
      <ProofDialog />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The order did not load" />;
}
