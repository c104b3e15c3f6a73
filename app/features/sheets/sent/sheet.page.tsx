import { lazy, Suspense, useEffect, useRef } from "react";
import { data, useLocation, useNavigationType } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { describePieces, formatTotal } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { totalWith } from "#app/features/orders/charges/charge.rules.ts";
import { ChargesPart } from "#app/features/orders/charges/charges-part.tsx";
import { DepositBanner } from "#app/features/orders/deposit/deposit-banner.tsx";
import { DepositPart } from "#app/features/orders/deposit/deposit-part.tsx";
import { FailedMails, readFailedMails } from "#app/features/orders/failed-mails/failed-mails.tsx";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { Conversation, readConversation } from "#app/features/orders/messages/conversation.tsx";
import { OrderDocuments } from "#app/features/orders/order/order-documents.tsx";
import { OrdersCrumb } from "#app/features/orders/orders-crumb.tsx";
import { PayPart } from "#app/features/orders/purchase/pay-part.tsx";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { ShopDay } from "#app/ui/moment.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/sheet.page.ts";
import styles from "./sheet.page.module.css";
import { SheetActions } from "./sheet-actions.tsx";
import { SheetBanner } from "./sheet-banner.tsx";
import { SheetFacts } from "./sheet-facts.tsx";
import { SheetHistory, SheetShipments } from "./sheet-history.tsx";
import { SheetOrders } from "./sheet-orders.tsx";
import { SheetStands } from "./sheet-stands.tsx";

export const loader = protectedLoader(
  undefined,
  async ({ params, isAdmin, user, callApi }: Signed<Route.LoaderArgs>) => {
    const [sheet, failed, toPay, talk] = await Promise.all([
      findSheet(callApi, params.number),
      isAdmin ? readFailedMails(callApi, { sheet: params.number }) : [],
      isAdmin ? undefined : findToPay(callApi, params.number),
      readConversation(callApi, { of: "orderSheets", id: params.number }),
    ]);
    return data({ sheet, failed, toPay, talk, isAdmin, user }, sheet ? undefined : { status: 404 });
  },
);

/** A buyer does not load the actions of admins. */
const OfficeOrders = lazy(async () => ({ default: (await import("./sheet-office.tsx")).OfficeOrders }));

/** Undefined when there is no such sheet, or it is another buyer's: nobody is told which. */
function findSheet(callApi: CallApi, id: string): Promise<Sheet | undefined> {
  return orUndefinedOn404(callApi("GET /orderSheets/{id}", { params: { id } }));
}

function findToPay(callApi: CallApi, id: string) {
  return orUndefinedOn404(callApi("GET /orderSheets/{id}/paymentInstructions", { params: { id } }));
}

export const handle = { name: "Sheet" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const isMissing = loaderData !== undefined && loaderData.sheet === undefined;
  return [{ title: pageTitle(isMissing ? "Not found" : `Sheet S-${loaderData?.sheet?.number ?? params.number}`) }];
};

export default function SheetPage({ loaderData: { sheet, ...who } }: Route.ComponentProps) {
  return sheet ? <OneSheet key={sheet._id} loaded={sheet} {...who} /> : <NotFoundBesideMenu />;
}

type OneSheetProps = Omit<Route.ComponentProps["loaderData"], "sheet"> & { loaded: Sheet };

function OneSheet({ loaded, failed, toPay, talk, isAdmin, user }: OneSheetProps) {
  const ids = new Set(loaded.orders.map(({ _id }) => _id));
  const sheet = useFollowed(
    loaded,
    async () => (await findSheet(callApi, loaded._id)) ?? loaded,
    (updates) => updates.some((one) => one === undefined || ids.has(one.orderId)),
  );
  const isSent = useJustSent();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that sent it is gone.
    if (isSent) heading.current?.focus();
  }, [isSent]);
  const { number, orders, lines, poNumber, wantedOn } = sheet;
  const charged = orders.filter((order) => !isEnded(order));
  const pieces = charged.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  const { _id: id, version } = sheet;
  const charges = (
    <ChargesPart of="orderSheets" {...{ id, version, charges: sheet.charges, orders, isStaff: isAdmin }} />
  );
  const banner = <SheetBanner sheet={sheet} isSent={isSent} user={user} />;
  const of = charged.length < lines ? `${charged.length} of ` : "";
  const count = `${of}${lines} ${lines === 1 ? "order" : "orders"}`;
  return (
    <>
      <OrdersCrumb isAdmin={isAdmin} />
      <PageHead>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1}>
            Sheet S-{number}
          </h1>
          <p>
            {isAdmin && <b>{sheet.company ?? sheet.name}. </b>}
            {count}, {describePieces(pieces)},{" "}
            {formatTotal(
              totalWith(
                charged.map(({ total }) => total),
                sheet.charges,
              ),
            )}
            .{" "}
            <span className={textStyles.soft}>
              {poNumber && `${namePo(poNumber)}. `}
              {wantedOn && (
                <>
                  Requested delivery <ShopDay on={wantedOn} />.
                </>
              )}
            </span>
          </p>
        </div>
        <SheetActions sheet={sheet} isAdmin={isAdmin} onCancelled={() => heading.current?.focus()} />
      </PageHead>
      <FailedMails mails={failed} />
      {!isAdmin && banner}
      {!isAdmin && sheet.deposit?.isWaiting && <DepositBanner deposit={sheet.deposit} />}
      {isAdmin ? (
        <div className={styles.page}>
          <div className={styles.wide}>
            <Suspense>
              <OfficeOrders sheet={sheet} talk={talk}>
                {banner}
              </OfficeOrders>
            </Suspense>
          </div>
          <div className={styles.column}>
            <Conversation of="orderSheets" id={sheet._id} talk={talk} isStaff mayAct />
            <SheetShipments sheet={sheet} isAdmin />
            <SheetHistory sheet={sheet} isAdmin />
          </div>
          <div className={styles.column}>
            <SheetStands orders={orders} />
            <DepositPart deposit={sheet.deposit} isStaff />
            {charges}
            <SheetFacts sheet={sheet} isAdmin />
            <OrderDocuments of="orderSheets" id={sheet._id} orders={orders} isAdmin />
          </div>
        </div>
      ) : (
        <div className={styles.page}>
          <div className={styles.column}>
            <SheetStands orders={orders} />
            <SheetShipments sheet={sheet} isAdmin={false} />
          </div>
          <div className={styles.column}>
            <PayPart of="orderSheets" id={sheet._id} loaded={toPay} orders={orders} mayPay={sheet.mayAct} />
          </div>
          <div className={styles.wide}>
            <SheetOrders sheet={sheet} />
          </div>
          <div className={styles.column}>
            <Conversation of="orderSheets" id={sheet._id} talk={talk} isStaff={false} mayAct={sheet.mayAct} />
            <SheetHistory sheet={sheet} isAdmin={false} />
          </div>
          <div className={styles.column}>
            {charges}
            <DepositPart deposit={sheet.deposit} isStaff={false} />
            <SheetFacts sheet={sheet} isAdmin={false} />
            <OrderDocuments of="orderSheets" id={sheet._id} orders={orders} isAdmin={false} />
          </div>
        </div>
      )}
      <ProofDialog />
    </>
  );
}

/** Whether this page is the receipt of a sheet that was sent a moment ago. Back, and a reload, find the same state. */
function useJustSent(): boolean {
  const { state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  return !isReturn && typeof state === "object" && state !== null && "isSent" in state;
}

export function ErrorBoundary() {
  return <LoadError title="The sheet did not load" />;
}
