import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { FilterChoice } from "#app/lists/filter-choice.tsx";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { useOpenRow } from "#app/lists/open-row.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/audit-log.page.ts";
import { RecordTable } from "./audit-table.tsx";
import { dayWords, findDays } from "./days.ts";
import { EntrySheet } from "./entry-sheet.tsx";

export const loader = protectedLoader("admin", async ({ url, callApi, time }) => {
  const asked = readListAsked(url.href, { filters: ["days"] });
  const query = { ...listQuery(asked), ...findDays(asked.filters.days, time) };
  return loadList(url, asked, callApi("GET /audit", { query }));
});

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "Record" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** Who did what, newest first. */
export default function RecordPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData);
  const { opened, open, close } = useOpenRow(list.rows);
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit={list.total === 1 ? " entry" : " entries"} list={list} />
      <ListTools
        list={list}
        label="Search admin, action, object or details"
        sort={<FilterChoice list={list} name="days" label="Done" all="Any day" words={dayWords} />}
      />
      <ListRows
        list={list}
        noMatch="No entry matches"
        empty={<EmptyState title="Nothing recorded yet" text="What admins do appears here, newest first." />}
      >
        <RecordTable list={list} openId={opened?._id} onOpen={open} />
      </ListRows>
      <ListPages list={list} />
      {opened && <EntrySheet entry={opened} onClose={close} />}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The record did not load" />;
}
