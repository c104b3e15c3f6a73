import { useState } from "react";
import { data, Link, redirect } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { isChangedBy, mayChange } from "#app/features/orders/change/change.rules.ts";
import { type Changed, type ShownLine, toTerms } from "#app/features/orders/change/change-form.rules.ts";
import { ChangeForm } from "#app/features/orders/change/change-form.tsx";
import type { Sheet } from "#app/features/sheets/contract.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { NotFoundBesideMenu } from "#app/frame/not-found-picture.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/change-sheet.page.ts";
import styles from "./change-sheet.page.module.css";
import { LineAdder } from "./line-adder.tsx";

export const loader = protectedLoader(undefined, async ({ params, callApi, ...who }: Signed<Route.LoaderArgs>) => {
  const { isAdmin } = who;
  const sheet = await orUndefinedOn404(callApi("GET /orderSheets/{id}", { params: { id: params.number } }));
  if (sheet && !isChangedBy(sheet, who)) throw redirect(`/dashboard/ordersheets/${params.number}`);
  const trims = sheet ? await readTrims(callApi, sheet, isAdmin) : [];
  return data({ sheet, trims, isAdmin }, sheet ? undefined : { status: 404 });
});

/** The trims of the lines that may be changed; those that have left the catalogue are missing. */
async function readTrims(callApi: CallApi, { orders }: Sheet, isAdmin: boolean): Promise<Trim[]> {
  const ids = orders.flatMap((order) => (order.trimId && mayChange(order, isAdmin) ? order.trimId : []));
  const found = await Promise.all(ids.map((id) => orUndefinedOn404(callApi("GET /trims/{id}", { params: { id } }))));
  return found.flatMap((trim) => trim ?? []);
}

export const handle = { name: "Change sheet" };

export const meta: Route.MetaFunction = ({ loaderData, params }) => [
  { title: pageTitle(loaderData?.sheet === undefined ? "Not found" : `Change sheet S-${params.number}`) },
];

export default function ChangeSheetPage({ loaderData: { sheet, ...rest } }: Route.ComponentProps) {
  return sheet ? <ChangeSheet key={sheet._id} sheet={sheet} {...rest} /> : <NotFoundBesideMenu />;
}

function ChangeSheet({ sheet, trims, isAdmin }: { sheet: Sheet; trims: readonly Trim[]; isAdmin: boolean }) {
  const [added, setAdded] = useState<readonly Trim[]>([]);
  const key = useFormKey();
  const back = `/dashboard/ordersheets/${sheet.number}`;
  const { _id, version, address, poNumber, wantedOn, orders } = sheet;
  const open = orders.filter((order) => mayChange(order, isAdmin));
  const live = orders.filter(({ review }) => review === "in-review" || review === "accepted");
  const trimOf = new Map(trims.map((trim) => [trim._id, trim]));
  const billedOf = new Map(sheet.billed.map(({ order, ...billed }) => [order, billed]));
  const lines: ShownLine[] = [
    ...open.map((order) => ({
      ...{ id: order._id, name: order.productName, img: order.img ?? "", label: `Order No. ${order.number}` },
      was: { pieces: order.orderQuantity, unitPrice: order.unitPrice },
      trim: trimOf.get(order.trimId ?? ""),
      billed: billedOf.get(order._id),
    })),
    ...added.map((trim) => ({
      ...{ id: trim._id, name: trim.name, img: trim.img, label: `New line, No. ${formatArticle(trim.number)}`, trim },
      was: undefined,
    })),
  ];
  const promised = [...new Set(open.map(({ promisedOn }) => promisedOn))];
  const [promisedOn = null, ...others] = promised;

  async function send({ shared, lines: changed, removed }: Changed) {
    const body = {
      ...{ version, ...shared },
      lines: changed.filter(({ line }) => line.was).map((one) => ({ id: one.line.id, ...toTerms(one) })),
      add: changed
        .filter(({ line }) => !line.was)
        .map(({ line, pieces, unitPrice }) => ({ trimId: line.id, orderQuantity: pieces, unitPrice })),
      remove: removed.filter(({ was }) => was).map(({ id }) => id),
    };
    const headers = { "idempotency-key": key.of({ _id, ...body }) };
    await callApi("PATCH /orderSheets/{id}", { params: { id: _id }, headers, body });
    key.forget();
  }

  return (
    <>
      <Crumb>
        <Link to={back}>Sheet S-{sheet.number}</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1>Change sheet S-{sheet.number}</h1>
          <p className={textStyles.lede}>
            {isAdmin
              ? "Lines that are not packed yet."
              : "While it is in review you may change pieces, address and PO number, and add and remove lines."}
          </p>
        </div>
      </PageHead>
      {open.length > 0 ? (
        <ChangeForm
          lines={lines}
          // What all lines share changes for all of them alike.
          shared={
            open.length === live.length
              ? { address, poNumber, wantedOn, promisedOn: others.length > 0 ? null : promisedOn }
              : undefined
          }
          isStaff={isAdmin}
          isSheet
          next={version + 1}
          back={back}
          adding={
            <LineAdder
              taken={[...open.flatMap(({ trimId }) => trimId ?? []), ...added.map(({ _id }) => _id)]}
              onAdd={(trim) => setAdded((all) => [...all, trim])}
            />
          }
          onSend={send}
        />
      ) : (
        <p>
          Nothing of this sheet can be changed here any more. <Link to={back}>Back to the sheet</Link>
        </p>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The sheet did not load" />;
}
