import { useState } from "react";
import { flushSync } from "react-dom";
import { LoadError } from "#app/client/load-error.tsx";
import { withProof } from "#app/client/proof.ts";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { ProofDialog } from "#app/forms/proof-dialog.tsx";
import { RowAction } from "#app/lists/confirm-row.tsx";
import { readListAsked } from "#app/lists/list.rules.ts";
import { listQuery, loadList, useList } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/make-admin.page.ts";
import type { Profile } from "./contract.ts";
import { Demotion } from "./demotion.tsx";
import { ProfilesTable } from "./profiles-table.tsx";
import { useRoles } from "./use-roles.ts";
import { WhatStays } from "./what-stays.tsx";

export const loader = protectedLoader("admin", async ({ url, user, callApi }) => {
  const asked = readListAsked(url.href);
  return { user, list: await loadList(url, asked, callApi("GET /profiles", { query: listQuery(asked) })) };
});

export const handle = { heading: "All Profiles" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Make Admin") }];

export default function MakeAdminPage({ loaderData }: Route.ComponentProps) {
  const { list, heading, markDeleted, markChanged } = useList(loaderData.list);
  const { grant, granting, show, buttonRef } = useRoles(markChanged);
  const [asked, setAsked] = useState<Profile>();
  const [demoting, setDemoting] = useState<Profile>();
  const [removing, setRemoving] = useState<Profile>();
  return (
    <>
      <ListHeading ref={heading} name={handle.heading} unit="" list={list} />
      <ListTools list={list} label="Search name or e-mail" />
      <ListRows
        list={list}
        noMatch="Nobody matches"
        empty={<EmptyState title="No profiles yet" text="Everyone who registers appears here, newest first." />}
      >
        <ProfilesTable
          list={list}
          ownEmail={loaderData.user.email}
          granting={granting}
          buttonRef={buttonRef}
          onGrant={setAsked}
          onDemote={setDemoting}
          onRemove={setRemoving}
        />
      </ListRows>
      <ListPages list={list} />
      <ConfirmDialog
        title="Make Admin"
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onYes={() => {
          // The dialog gives the focus back first, to the button that the role then replaces.
          flushSync(() => setAsked(undefined));
          if (asked) void grant(asked);
        }}
      >
        <p>
          An admin can see and change all orders, items, buyers and profiles, and make others admins. The person and all
          owners get a mail about it.
        </p>
        <p className={textStyles.soft}>{asked && `${asked.name}, ${asked.email}`}</p>
      </ConfirmDialog>
      <Demotion
        admin={demoting}
        ownEmail={loaderData.user.email}
        onClose={() => setDemoting(undefined)}
        onDone={(profile) => show(profile)}
      />
      <RowAction
        row={removing}
        rowName={({ name, email }) => `${name}, ${email}`}
        action={async ({ _id }) => {
          const { data } = await withProof(() => callApi("DELETE /profiles/{id}", { params: { id: _id } }));
          return data.deletedCount;
        }}
        done="User Profile removal success!!!"
        gone="This profile no longer exists."
        onClose={() => setRemoving(undefined)}
        onDone={markDeleted}
        more={removing && <WhatStays key={removing._id} of={removing} />}
      >
        Once delete then it can not be restored. Are you sure to delete this Item ?
      </RowAction>
      <ProofDialog />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The profiles did not load" />;
}
