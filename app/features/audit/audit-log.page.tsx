import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { type ShopTime, shopNow } from "#app/client/shop-time.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Separator } from "#app/contract/csv.ts";
import { DownloadButton } from "#app/lists/download-button.tsx";
import { FilterChoice } from "#app/lists/filter-choice.tsx";
import { type ListAsked, readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { useOpenRow } from "#app/lists/open-row.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/audit-log.page.ts";
import { RecordTable } from "./audit-table.tsx";
import { dayWords, findDays } from "./days.ts";
import { EntrySheet } from "./entry-sheet.tsx";

export const loader = protectedLoader("admin", async ({ url, callApi, time }) => {
  const asked = readListAsked(url.href, { filters: ["by", "action", "days"] });
  const query = { ...listQuery(asked), ...auditQuery(asked, time) };
  const [list, { data: filters }] = await Promise.all([
    loadList(url, asked, callApi("GET /audit", { query })),
    callApi("GET /auditFilters", {}),
  ]);
  return { list, filters };
});

/** What the filters of the list mean to the API. */
function auditQuery({ filters: { by, action, days } }: ListAsked, time: ShopTime) {
  return { ...(by && { by }), ...(action && { action }), ...findDays(days, time) };
}

export const shouldRevalidate = shouldReloadList;

export const handle = { heading: "Record" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** Who did what, newest first. */
export default function RecordPage({ loaderData }: Route.ComponentProps) {
  const { list, heading } = useList(loaderData.list);
  const people = Object.fromEntries(loaderData.filters.people.map(({ email, name }) => [email, `${name}, ${email}`]));
  const actions = Object.fromEntries(loaderData.filters.actions.map(({ code, title }) => [code, title]));
  const { opened, open, close } = useOpenRow(list.rows);
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit={list.total === 1 ? " entry" : " entries"} list={list}>
        <DownloadButton
          load={(separator) => download(list.asked, separator)}
          name="record"
          size="small"
          disabled={list.total === 0}
        >
          Download CSV
        </DownloadButton>
      </ListHeading>
      <ListTools
        list={list}
        label="Search the record"
        sort={
          <>
            <FilterChoice list={list} name="by" label="By" all="Everybody" words={people} />
            <FilterChoice list={list} name="action" label="Action" all="Every action" words={actions} />
            <FilterChoice list={list} name="days" label="Done" all="Any day" words={dayWords} />
          </>
        }
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

async function download(asked: ListAsked, separator: Separator): Promise<Blob> {
  const query = { ...(asked.q && { q: asked.q }), ...auditQuery(asked, shopNow()), separator };
  const { data } = await callApi("GET /audit.csv", { query });
  return data;
}

export function ErrorBoundary() {
  return <LoadError title="The record did not load" />;
}
