import { pageTitle } from "#app/content/brand.ts";
import { readListAsked } from "#app/shell/list-page.rules.ts";
import { listQuery, loadList, useList } from "#app/shell/list-page.ts";
import { ListHeading, ListPages, ListTools, NoRows } from "#app/shell/list-pages.tsx";
import { LoadError } from "#app/shell/load-error.tsx";
import { shouldReloadList, useOpenRow } from "#app/shell/open-row.ts";
import { callApi, requireSession } from "#app/shell/session.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/record.page.ts";
import { EntrySheet } from "./entry-sheet.tsx";
import { RecordTable } from "./record-table.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request, "admin");
  const asked = readListAsked(request.url);
  return loadList(request, asked, callApi("GET /audit", { query: listQuery(asked) }));
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = shouldReloadList;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Record") }];

/** Who did what, newest first. */
export default function RecordPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  const { opened, open, close } = useOpenRow(list.rows);
  return (
    <>
      <ListHeading ref={heading} name="Record" unit=" acts" list={list} />
      <ListTools list={list} label="Search admin, act or object" />
      {list.rows.length === 0 ? (
        <NoRows list={list} noMatch="No act matches">
          <EmptyState title="Nothing recorded yet" text="What admins do stands here, newest first." />
        </NoRows>
      ) : (
        <RecordTable list={list} openId={opened?._id} onOpen={open} />
      )}
      <ListPages list={list} />
      {opened && <EntrySheet entry={opened} onClose={close} />}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Record" title="The record did not load" />;
}
