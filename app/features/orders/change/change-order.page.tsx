import { data, Link, redirect } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { isChangedBy, mayChange } from "#app/features/orders/change/change.rules.ts";
import { describeStatus } from "#app/features/orders/rules.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/change-order.page.ts";
import { type Changed, toTerms } from "./change-form.rules.ts";
import { ChangeForm } from "./change-form.tsx";
import styles from "./change-order.page.module.css";

export const loader = protectedLoader(undefined, async ({ params, callApi, ...who }: Signed<Route.LoaderArgs>) => {
  const { isAdmin } = who;
  const order = await orUndefinedOn404(callApi("GET /orders/{id}", { params: { id: params.number } }));
  if (order && !isChangedBy(order, who)) throw redirect(`/dashboard/orders/${params.number}`);
  const trim = order?.trimId
    ? await orUndefinedOn404(callApi("GET /trims/{id}", { params: { id: order.trimId } }))
    : undefined;
  return data({ order, trim, isAdmin }, order ? undefined : { status: 404 });
});

export const handle = { name: "Change order" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => [
  { title: pageTitle(loaderData?.order === undefined ? "Not found" : `Change order No. ${params.number}`) },
];

export default function ChangeOrderPage({ loaderData: { order, ...rest } }: Route.ComponentProps) {
  return order ? <ChangeOrder key={order._id} order={order} {...rest} /> : <NotFoundBesideMenu />;
}

type Loaded = Route.ComponentProps["loaderData"];
type ChangeOrderProps = { order: NonNullable<Loaded["order"]>; trim: Loaded["trim"]; isAdmin: boolean };

function ChangeOrder({ order, trim, isAdmin }: ChangeOrderProps) {
  const key = useFormKey();
  const back = `/dashboard/orders/${order.number}`;
  const { _id, version, sheetNumber, address, poNumber, wantedOn, promisedOn } = order;
  const line = {
    ...{ id: _id, name: order.productName, img: order.img ?? "", label: `Order No. ${order.number}`, trim },
    was: { pieces: order.orderQuantity, unitPrice: order.unitPrice },
    billed: order.billed ?? undefined,
  };

  async function send({ shared, lines: [changed] }: Changed) {
    const body = { version, ...shared, ...(changed && toTerms(changed)) };
    const headers = { "idempotency-key": key.of({ _id, ...body }) };
    await callApi("PATCH /orders/{id}", { params: { id: _id }, headers, body });
    key.forget();
  }

  return (
    <>
      <Crumb>
        <Link to={back}>Order No.&nbsp;{order.number}</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1>Change order No.&nbsp;{order.number}</h1>
          <p className={textStyles.lede}>
            {sheetNumber === null ? (
              isAdmin ? (
                "Until it is packed."
              ) : (
                "While it is in review you may change pieces, address and PO number."
              )
            ) : (
              <>
                Address, PO number and days belong to the whole sheet:{" "}
                <Link to={`/dashboard/ordersheets/${sheetNumber}/change`}>change Sheet S-{sheetNumber}</Link>.
              </>
            )}
          </p>
        </div>
      </PageHead>
      {mayChange(order, isAdmin) ? (
        <ChangeForm
          lines={[line]}
          shared={sheetNumber === null ? { address, poNumber, wantedOn, promisedOn } : undefined}
          isStaff={isAdmin}
          isSheet={false}
          next={version + 1}
          back={back}
          onSend={send}
        />
      ) : (
        <p>
          {describeStatus(order)} It can no longer be changed here. <Link to={back}>Back to the order</Link>
        </p>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The order did not load" />;
}
