import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { formatPieces } from "#app/contract/money.ts";
import { Q_MAX, toSearchText } from "#app/contract/search.ts";
import type { CompanyPage } from "#app/features/buyers/companies.contract.ts";
import type { BuyerRow } from "#app/features/buyers/contract.ts";
import { FormDialog, showProblems } from "#app/forms/form-dialog.tsx";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Field, Select } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";

const OFFERED = 20;
const PAUSE_MS = 200;

const typed = z.object({ into: z.string().min(1, "Please choose the company that stays") });

type MergeDialogProps = { company: CompanyPage; version: string; onClose: () => void };

/** Asks into which company this one is merged, and shows that one afterwards. */
export function MergeDialog({ company, version, onClose }: MergeDialogProps) {
  const [q, setQ] = useState("");
  const offered = useCompanies(q).filter(({ _id }) => _id !== company._id);
  const form = useForm({ resolver: zodResolver(typed), defaultValues: { into: "" } });
  const { errors, isSubmitting } = form.formState;
  const key = useFormKey();
  const navigate = useNavigate();

  async function send(body: z.output<typeof typed>) {
    const params = { id: company._id };
    const headers = { "idempotency-key": key.of({ ...params, ...body, version }), "if-match": version };
    const { data } = await callApi("POST /companies/{id}/merges", { params, headers, body });
    toast.success(`${company.name} is merged. ${describeCounts(data.members, data.orders)} moved.`);
    await navigate(`/dashboard/companies/${data.number}`);
  }

  return (
    <FormDialog
      title={`Merge ${company.name}`}
      no="Cancel"
      yes="Merge"
      danger
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => showProblems(send(body), ["into"], form.setError))}
    >
      <p>
        {describeCounts(company.members.length, company.orders)}, addresses, invitations and credit move to the other
        company, whose terms hold. Its number {company.number} then leads there. This cannot be taken back.
      </p>
      <Field
        label="Search the company that stays"
        type="search"
        autoComplete="off"
        maxLength={Q_MAX}
        value={q}
        onChange={({ target }) => {
          setQ(target.value);
          form.setValue("into", "");
        }}
      />
      <Select label="Company that stays" required error={errors.into?.message} {...form.register("into")}>
        <option value="">{offered.length === 0 ? "None found" : "Choose…"}</option>
        {offered.map((row) => (
          <option key={row._id} value={row._id}>
            {describeRow(row)}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}

/** The companies that are found by these words; all of them by none, by name. */
function useCompanies(typed: string): BuyerRow[] {
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(toSearchText(typed)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const ask = () => callApi("GET /companies", { query: { limit: OFFERED, ...(q && { q }) } });
  return useAnswer(q, ask).answer?.data ?? [];
}

function describeRow({ name, orders, members }: BuyerRow): string {
  return `${name}, No. ${members?.number}: ${describeCounts(members?.count ?? 0, orders)}`;
}

function describeCounts(members: number, orders: number): string {
  const people = members === 1 ? "1 person" : `${formatPieces(members)} people`;
  return `${people} and ${orders === 1 ? "1 order" : `${formatPieces(orders)} orders`}`;
}
