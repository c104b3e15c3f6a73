import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { nameCountry } from "#app/contract/country-name.ts";
import { formatTotal } from "#app/contract/money.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { CompanyFields, typedCompany } from "./company-fields.tsx";
import type { Company } from "./contract.ts";
import styles from "./details-part.module.css";
import { useCompanyChange } from "./use-company-change.ts";

type DetailsProps = { company: Company; version: string };

/** What papers and mails say about the company. */
export function DetailsPart({ company, version }: DetailsProps) {
  const [isChanging, setChanging] = useState(false);
  const { name, country, taxNumber, documentsEmail, isDocumentsEmailConfirmed } = company;
  return (
    <SheetPart title="Details">
      <div className={styles.facts}>
        <Facts>
          <Fact what="Company">{name}</Fact>
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
      {documentsEmail && !isDocumentsEmailConfirmed && (
        <p className={textStyles.hint}>
          We have mailed a link to this address. Documents go there once its reader has opened it.
        </p>
      )}
      {company.role === "manager" && (
        <p>
          <Button kind="line" size="small" aria-label="Change the details" onClick={() => setChanging(true)}>
            Change
          </Button>
        </p>
      )}
      {isChanging && <DetailsDialog company={company} version={version} onClose={() => setChanging(false)} />}
    </SheetPart>
  );
}

function DetailsDialog({ company, version, onClose }: DetailsProps & { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(typedCompany),
    defaultValues: {
      name: company.name,
      country: company.country,
      taxNumber: company.taxNumber ?? "",
      documentsEmail: company.documentsEmail ?? "",
    },
  });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const change = useCompanyChange();

  async function save(body: z.output<typeof typedCompany>) {
    await change(() => callApi("PUT /company", { headers: { "if-match": version }, body }));
    toast.success("The details are saved.");
    onClose();
  }

  return (
    <FormDialog
      title="Details of the company"
      no="Cancel"
      yes="Save"
      busy={isSubmitting}
      guarded
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(save(body), typedCompany.keyof().options, form.setError))}
    >
      <CompanyFields
        name={{ error: errors.name?.message, ...register("name") }}
        country={{ error: errors.country?.message, ...register("country") }}
        taxNumber={{ error: errors.taxNumber?.message, ...register("taxNumber") }}
        documentsEmail={{ error: errors.documentsEmail?.message, ...register("documentsEmail") }}
      />
    </FormDialog>
  );
}

/** What the shop has agreed with the company. */
export function TermsPart({ company: { termsDays, creditLimit, depositPercent, tolerance } }: { company: Company }) {
  return (
    <SheetPart title="Terms">
      <div className={styles.facts}>
        <Facts>
          <Fact what="Payment">{termsDays === null ? "As each invoice says" : `${termsDays} days from invoice`}</Fact>
          <Fact what="Credit limit">{creditLimit === null ? "None" : formatTotal(creditLimit)}</Fact>
          {depositPercent > 0 && <Fact what="Deposit">{depositPercent} % before production</Fact>}
          {tolerance > 0 && <Fact what="Tolerance">{tolerance} % more or less</Fact>}
        </Facts>
      </div>
      <p className={textStyles.hint}>Rivet &amp; Reed sets these. To change them, write to us.</p>
    </SheetPart>
  );
}
