import { useState } from "react";
import { data, Link } from "react-router";
import { type CallApi, describeError } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import { OrdersCrumb } from "#app/features/orders/orders-crumb.tsx";
import type { PrintRun } from "#app/features/orders/picking.contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/pick-list.page.ts";
import styles from "./pick-list.page.module.css";
import { DeliveriesTable, ItemsTable } from "./pick-tables.tsx";
import { nameRun, printTitles } from "./picking.rules.ts";
import { ScanField } from "./scan-field.tsx";
import { usePacking } from "./use-packing.ts";

export const loader = protectedLoader("admin", async ({ params, callApi }: Signed<Route.LoaderArgs>) => {
  const run = await findRun(callApi, params.number);
  return data({ run }, run ? undefined : { status: 404 });
});

function findRun(callApi: CallApi, id: string): Promise<PrintRun | undefined> {
  return orUndefinedOn404(callApi("GET /printRuns/{id}", { params: { id } }));
}

export const handle = { name: "Pick list" };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const run = loaderData?.run;
  return [{ title: pageTitle(run ? `${printTitles[run.kind]} ${nameRun(run)}` : "Not found") }];
};

export default function PickListPage({ loaderData: { run } }: Route.ComponentProps) {
  return run ? <OneList key={run._id} loaded={run} /> : <NotFoundBesideMenu />;
}

function OneList({ loaded }: { loaded: PrintRun }) {
  const ids = new Set(loaded.orders.map(({ _id }) => _id));
  const run = useFollowed(
    loaded,
    async () => (await findRun(callApi, loaded._id)) ?? loaded,
    (updates) => updates.some((one) => one === undefined || ids.has(one.orderId)),
  );
  const orders = run.orders.filter((order) => !isEnded(order));
  const packing = usePacking(orders);
  const [isPrinting, setPrinting] = useState(false);

  async function print() {
    setPrinting(true);
    try {
      saveDocument(await callApi("GET /printRuns/{id}/list.pdf", { params: { id: run._id }, query: {} }));
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setPrinting(false);
    }
  }

  const pieces = orders.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  return (
    <>
      <OrdersCrumb isAdmin />
      <PageHead>
        <h1 tabIndex={-1}>
          {printTitles[run.kind]} {nameRun(run)}
        </h1>
        <Button size="small" busy={isPrinting} onClick={() => void print()}>
          <IconDownload />
          Print as PDF
        </Button>
      </PageHead>
      <p className={styles.about}>
        {orders.length} {orders.length === 1 ? "order" : "orders"}, {formatPieces(pieces)} pieces.{" "}
        <span className={textStyles.soft}>
          Printed <Moment at={run.at} />
          {run.by && ` by ${run.by}`}.
          {orders.length < run.orders.length &&
            ` ${run.orders.length - orders.length} of its orders ended since and ${run.orders.length - orders.length === 1 ? "is" : "are"} left out.`}
        </span>
      </p>
      <ScanField packing={packing} orders={orders} />
      {orders.length > 0 ? (
        <>
          <ItemsTable orders={orders} />
          <DeliveriesTable orders={orders} packing={packing} />
        </>
      ) : (
        <p>
          Nothing of this list is left. <Link to="/dashboard/manageorders">All Orders</Link>
        </p>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The list did not load" />;
}
