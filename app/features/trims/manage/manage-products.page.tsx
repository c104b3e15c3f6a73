import { useState } from "react";
import type { Answer } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { withProof } from "#app/client/proof.ts";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Separator } from "#app/contract/csv.ts";
import { readWithout } from "#app/contract/search.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { Without } from "#app/features/trims/list/without.tsx";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { RowAction } from "#app/lists/confirm-row.tsx";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { useOpenRow } from "#app/lists/open-row.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconUpload } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/manage-products.page.ts";
import styles from "./manage-products.page.module.css";
import { describeOrdersThatStay } from "./orders-that-stay.rules.ts";
import { ProductSheet } from "./product-sheet.tsx";
import { ProductsTable } from "./products-table.tsx";
import { findMark, type StockedTrim } from "./restock-form.tsx";
import { useStockCounts } from "./stock-counts.ts";

const tabs = [
  { name: "", words: "All" },
  { name: "low", words: "Low stock" },
];

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { filters: ["only"] });
  const query = { ...listQuery(asked), sort: undefined };
  const answer: Promise<Answer<StockedTrim[]>> =
    asked.filters.only === "low" ? callApi("GET /trims/low", { query }) : callApi("GET /trims", { query });
  const list = await loadList(url, asked, answer);
  return { ...list, without: readWithout((await answer).headers) };
});

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: (query: URLSearchParams) => nameItems(query.get("only")) };

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Manage Products") }];

export default function ManageProductsPage({ loaderData }: Route.ComponentProps) {
  const { only } = loaderData.asked.filters;
  const isLow = only === "low";
  const { list, heading, markDeleted, markChanged } = useList(loaderData, (trim) => !isLow || isBelowMark(trim));
  const { opened, open, close } = useOpenRow(list.rows);
  const [deleting, setDeleting] = useState<Trim>();
  const counts = useStockCounts(list);
  return (
    <>
      <ListHeading ref={heading} name={nameItems(only)} list={list} />
      <ListTabs label="Items by stock" list={list} filter="only" tabs={tabs} counts={counts} />
      <ListTools list={list} label="Search items">
        <ButtonLink to="/dashboard/manageproducts/import" kind="line" size="small">
          <IconUpload />
          Import CSV
        </ButtonLink>
        <DownloadButton load={loadCatalogue} name="items" size="small">
          Export CSV
        </DownloadButton>
      </ListTools>
      {loaderData.without.length > 0 && (
        <p className={textStyles.small}>
          <Without words={loaderData.without} />, which no item has together with the rest.
        </p>
      )}
      {isLow && (
        <p className={joinClasses(textStyles.small, textStyles.soft, styles.mark)}>
          An item is low when its stock is below its mark: twice its minimum order, unless the item says otherwise. At
          seven in the morning, one mail lists the items that fell below theirs.
        </p>
      )}
      <ListRows
        list={list}
        noMatch="No item matches"
        parts={["only"]}
        empty={
          isLow ? (
            <EmptyState title="No item is low" text="Items whose stock falls below their mark appear here." />
          ) : (
            <EmptyState
              title="No items yet"
              text="Items appear here in the order of their article numbers."
              action={<ButtonLink to="/dashboard/addproduct">Add A Product</ButtonLink>}
            />
          )
        }
      >
        <ProductsTable
          list={list}
          openId={opened?._id}
          onOpen={open}
          onDelete={setDeleting}
          {...(isLow && { onRestocked: markChanged })}
        />
      </ListRows>
      <ListPages list={list} />
      {opened && (
        <ProductSheet
          trim={opened}
          onClose={close}
          onDelete={() => setDeleting(opened)}
          onRestocked={markChanged}
          onSaved={(trim) => {
            markChanged(trim);
            close();
          }}
        />
      )}
      <RowAction
        row={deleting}
        rowName={({ name }) => withNonBreakingUnits(name)}
        action={async ({ _id }) => {
          const { data } = await withProof(() => callApi("DELETE /trims/{id}", { params: { id: _id } }));
          return data.deletedCount;
        }}
        done="Item Deleted"
        gone="This item no longer exists."
        onClose={() => setDeleting(undefined)}
        onDone={(trim) => {
          markDeleted(trim);
          close();
        }}
        more={deleting && <OrdersThatStay key={deleting._id} trimId={deleting._id} />}
      >
        Once delete then it can not be retrieved. Are you sure to delete this Item ?
      </RowAction>
      <ProofDialog />
    </>
  );
}

/** What a deletion leaves: orders for the item that have not shipped. Nothing if there are none. */
function OrdersThatStay({ trimId }: { trimId: string }) {
  const { answer } = useAnswer(trimId, () => callApi("GET /trims/{id}/stock", { params: { id: trimId } }));
  return <p role="status">{answer && describeOrdersThatStay(answer.data)}</p>;
}

function isBelowMark(trim: StockedTrim): boolean {
  return trim.quantity < (findMark(trim) ?? 0);
}

function nameItems(only: string | null | undefined): string {
  return only === "low" ? "Low Stock" : "All Items";
}

async function loadCatalogue(separator: Separator): Promise<Blob> {
  const { data } = await callApi("GET /trims.csv", { query: { separator } });
  return data;
}

export function ErrorBoundary() {
  return <LoadError title="The items did not load" />;
}
