import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import type { CompanyPage } from "#app/features/buyers/companies.contract.ts";
import { Figures } from "#app/features/buyers/figures.tsx";

/** What the company owes, what is to be invoiced, and what is left of its credit limit. */
export function CreditFigures({ company: { credit, creditLimit } }: { company: CompanyPage }) {
  const { open, uninvoiced } = credit;
  const used = toCents(open) + toCents(uninvoiced);
  const left = creditLimit === null ? undefined : toCents(creditLimit) - used;
  return (
    <Figures
      figures={[
        ["To be paid", formatTotal(open)],
        ["Accepted, not invoiced", formatTotal(uninvoiced)],
        ["Credit limit", creditLimit === null ? "None" : formatTotal(creditLimit)],
        ...(left === undefined
          ? []
          : left < 0n
            ? ([["Above the limit", formatTotal(writeCents(-left))]] as const)
            : ([["Left of the limit", formatTotal(writeCents(left))]] as const)),
      ]}
    />
  );
}
