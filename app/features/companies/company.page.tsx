import { ApiProblem } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/company.page.ts";
import { AddressesPart } from "./addresses-part.tsx";
import styles from "./company.page.module.css";
import { CompanyColumns, CompanyHead } from "./company-layout.tsx";
import type { Company } from "./contract.ts";
import { DetailsPart, TermsPart } from "./details-part.tsx";
import { FoundingForm } from "./founding-form.tsx";
import { InvitationsPart, InvitePart } from "./invitations-part.tsx";
import { roleNames } from "./labels.ts";
import { LeavePart, PeoplePart } from "./people-part.tsx";

export const loader = protectedLoader("buyer", async ({ user, callApi }) => {
  try {
    const { data, headers } = await callApi("GET /company");
    return { userId: user.uid, company: data, version: headers.get("etag") ?? "" };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    const { data } = await callApi("GET /profile/{email}", { params: { email: user.email } });
    return { known: { company: data.company, country: data.country } };
  }
});

export const handle = { heading: "Company" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  return loaderData.company ? <Present {...loaderData} /> : <Founding known={loaderData.known} />;
}

function Founding({ known }: { known: Parameters<typeof FoundingForm>[0]["known"] }) {
  return (
    <>
      <CompanyHead>
        <h1>{handle.heading}</h1>
        <p className={textStyles.soft}>
          Order together: colleagues see each other’s orders, and larger orders wait for a manager. If your company is
          here already, ask a colleague for an invitation.
        </p>
      </CompanyHead>

      <FoundingForm known={known} />
    </>
  );
}

function Present({ company, version, userId }: { company: Company; version: string; userId: string }) {
  const isManager = company.role === "manager";
  const count = company.members.length;
  return (
    <>
      <CompanyHead>
        <h1>{company.name}</h1>
        <p className={joinClasses(styles.facts, textStyles.soft)}>
          <span>{count === 1 ? "1 person" : `${count} people`}</span>
          <span>You are a {roleNames[company.role].toLowerCase()}</span>
          <span>
            Here since <Moment at={company.createdAt} dayOnly />
          </span>
        </p>
      </CompanyHead>

      <CompanyColumns
        first={
          <>
            <PeoplePart company={company} version={version} userId={userId} />
            {company.invitations.length > 0 && <InvitationsPart company={company} />}
            {isManager && <InvitePart />}
            <AddressesPart company={company} version={version} />
          </>
        }
        second={
          <>
            <DetailsPart company={company} version={version} />
            <TermsPart company={company} />
            <LeavePart company={company} userId={userId} />
          </>
        }
      />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="Your company did not load" />;
}
