import { useState } from "react";
import { pageTitle } from "#app/content/brand.ts";
import { readListAsked } from "#app/shell/list-page.rules.ts";
import { listQuery, loadList, useList } from "#app/shell/list-page.ts";
import { ListHeading, ListPages, ListTools, NoRows } from "#app/shell/list-pages.tsx";
import { LoadError } from "#app/shell/load-error.tsx";
import { RowAct } from "#app/shell/row-act.tsx";
import { callApi, requireSession } from "#app/shell/session.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/make-admin.page.ts";
import type { Profile } from "./contract.ts";
import { Demotion } from "./demotion.tsx";
import { ProfilesTable } from "./profiles-table.tsx";
import { useRoles } from "./use-roles.ts";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSession(request, "admin");
  const asked = readListAsked(request.url);
  const list = await loadList(request, asked, callApi("GET /profiles", { query: listQuery(asked) }));
  return { user, list };
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Make Admin") }];

export default function MakeAdminPage({ loaderData }: Route.ComponentProps) {
  const { list, heading, markDeleted, markChanged } = useList(loaderData.list);
  const { grant, granting, show, buttonOf } = useRoles(markChanged);
  const [demoting, setDemoting] = useState<Profile>();
  const [removing, setRemoving] = useState<Profile>();
  return (
    <>
      <ListHeading ref={heading} name="All Profiles" unit="" list={list} />
      <ListTools list={list} label="Search e-mail or name" />
      {list.rows.length === 0 ? (
        <NoRows list={list} noMatch="Nobody matches">
          <EmptyState title="No profiles yet" text="Everybody who registers stands here, newest first." />
        </NoRows>
      ) : (
        <ProfilesTable
          list={list}
          ownEmail={loaderData.user.email}
          granting={granting}
          buttonOf={buttonOf}
          onGrant={(profile) => void grant(profile)}
          onDemote={setDemoting}
          onRemove={setRemoving}
        />
      )}
      <ListPages list={list} />
      <Demotion
        admin={demoting}
        ownEmail={loaderData.user.email}
        onClose={() => setDemoting(undefined)}
        onDone={show}
      />
      <RowAct
        row={removing}
        nameOf={({ name, email }) => `${name}, ${email}`}
        act={async ({ _id }) => {
          const { data } = await callApi("DELETE /profiles/{id}", { params: { id: _id } });
          return data.deletedCount;
        }}
        done="User Profile removal success!!!"
        gone="This profile was not there any more."
        onClose={() => setRemoving(undefined)}
        onDone={markDeleted}
      >
        Once delete then it can not be restored. Are you sure to delete this Item ?
      </RowAct>
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError page="Make Admin" title="The profiles did not load" />;
}
