import { useState } from "react";
import { LoadError } from "#app/client/load-error.tsx";
import { callApi, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { RowAct } from "#app/lists/confirm-row.tsx";
import { type ListAsked, readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { shouldReloadList, useOpenRow } from "#app/lists/open-row.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/manage-products.page.ts";
import type { Trim } from "./contract.ts";
import { ProductSheet } from "./product-sheet.tsx";
import { ProductsTable } from "./products-table.tsx";
import { clingingUnits } from "./trim-name.ts";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  const asked = readListAsked(request.url, { filters: ["only"] });
  const { sort: _, ...query } = listQuery(asked);
  return isLowOnly(asked)
    ? loadList<Trim>(request, asked, callApi("GET /trims/low", { query }))
    : loadList(request, asked, callApi("GET /trims", { query }));
}
clientLoader.hydrate = true as const;

const isLowOnly = ({ filters }: ListAsked) => filters.only === "low";

export const shouldRevalidate = shouldReloadList;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Manage Products") }];

export default function ManageProductsPage({ loaderData }: Route.ComponentProps) {
  const { list, heading, markDeleted, markChanged } = useList(loaderData);
  const { opened, open, close } = useOpenRow(list.rows);
  const [deleting, setDeleting] = useState<Trim>();
  return (
    <>
      <ListHeading ref={heading} name={isLowOnly(list.asked) ? "Low Stock" : "All Items"} list={list} />
      <ListTools list={list} label="Search items">
        {isLowOnly(list.asked) ? (
          <ButtonLink to="?" kind="line" size="small">
            Show all items
          </ButtonLink>
        ) : (
          <ButtonLink to="?only=low" kind="line" size="small">
            Low stock
          </ButtonLink>
        )}
      </ListTools>
      <ListRows
        list={list}
        noMatch="No item matches"
        empty={
          <EmptyState
            title="No items yet"
            text="Items appear here in the order of their article numbers."
            action={<ButtonLink to="/dashboard/addproduct">Add A Product</ButtonLink>}
          />
        }
      >
        <ProductsTable list={list} openId={opened?._id} onOpen={open} onDelete={setDeleting} />
      </ListRows>
      <ListPages list={list} />
      {opened && (
        <ProductSheet
          trim={opened}
          onClose={close}
          onDelete={() => setDeleting(opened)}
          onSaved={(trim) => {
            markChanged(trim);
            close();
          }}
        />
      )}
      <RowAct
        row={deleting}
        rowName={({ name }) => clingingUnits(name)}
        act={async ({ _id }) => {
          const { data } = await callApi("DELETE /trims/{id}", { params: { id: _id } });
          return data.deletedCount;
        }}
        done="Item Deleted"
        gone="This item no longer exists."
        onClose={() => setDeleting(undefined)}
        onDone={(trim) => {
          markDeleted(trim);
          close();
        }}
      >
        Once delete then it can not be retrieved. Are you sure to delete this Item ?
      </RowAct>
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Manage Products" title="The items did not load" />;
}
