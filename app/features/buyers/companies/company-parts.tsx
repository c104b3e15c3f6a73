import { Link } from "react-router";
import { useMay } from "#app/client/session.ts";
import { nameCountry } from "#app/contract/country-name.ts";
import type { CompanyPage } from "#app/features/buyers/companies.contract.ts";
import { AddressList } from "#app/features/companies/addresses-part.tsx";
import { CompanyRow, CompanyRows } from "#app/features/companies/company-rows.tsx";
import { roleNames } from "#app/features/companies/labels.ts";
import { describeLimit } from "#app/features/companies/people-part.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { ShortDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./company-parts.module.css";

type PartProps = { company: CompanyPage };

/** Who belongs to the company, and who was asked to. Orders are entered for whoever may order. */
export function CompanyPeople({ company: { members, invitations } }: PartProps) {
  const may = useMay();
  return (
    <SheetPart title="People">
      {members.length + invitations.length === 0 && <p className={textStyles.hint}>Nobody belongs to it.</p>}
      <CompanyRows>
        {members.map((member) => (
          <CompanyRow
            key={member._id}
            name={member.isBuyer ? <Link to={`/dashboard/buyers/${member._id}`}>{member.name}</Link> : member.name}
            sub={member.email}
            about={
              <>
                <span>{roleNames[member.role]}</span>
                <span className={textStyles.soft}>{describeLimit(member)}</span>
              </>
            }
            actions={
              member.role !== "viewer" &&
              may("manage-orders") && (
                <ButtonLink
                  to={`/dashboard/buyers/${member._id}/neworder`}
                  kind="line"
                  size="small"
                  aria-label={`New order for ${member.name}`}
                >
                  New order
                </ButtonLink>
              )
            }
          />
        ))}
        {invitations.map((invitation) => (
          <CompanyRow
            key={invitation._id}
            name={invitation.email}
            sub={
              <>
                Invited, open until <ShortDay at={invitation.expiresAt} />
              </>
            }
            about={<span>{roleNames[invitation.role]}</span>}
          />
        ))}
      </CompanyRows>
    </SheetPart>
  );
}

/** The company's address book. */
export function CompanyAddresses({ company: { name, addresses } }: PartProps) {
  return (
    <SheetPart title="Addresses">
      {addresses.length === 0 && <p className={textStyles.hint}>No address yet. Members of the company add them.</p>}
      <AddressList company={name} addresses={addresses} />
    </SheetPart>
  );
}

/** What papers and mails say about the company. */
export function CompanyDetails({ company }: PartProps) {
  const { country, taxNumber, documentsEmail, isDocumentsEmailConfirmed } = company;
  return (
    <SheetPart title="Details">
      <div className={styles.facts}>
        <Facts>
          <Fact what="Country">
            <span suppressHydrationWarning>{nameCountry(country)}</span>
          </Fact>
          <Fact what="Tax number">{taxNumber ?? "None"}</Fact>
          <Fact what="Documents">
            {documentsEmail ?? "To whoever orders"}
            {documentsEmail && !isDocumentsEmailConfirmed && (
              <>
                {" "}
                <Badge tone="wait">Not confirmed yet</Badge>
              </>
            )}
          </Fact>
        </Facts>
      </div>
    </SheetPart>
  );
}
