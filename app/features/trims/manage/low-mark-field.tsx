import type { ComponentProps } from "react";
import { formatPieces } from "#app/contract/money.ts";
import { Field } from "#app/ui/field.tsx";
import { readCount } from "./trim-form.ts";

/** The stock below which admins are told. Takes what `register` returns, and the minimum as typed. */
export function LowMarkField({ moq, ...field }: Omit<ComponentProps<typeof Field>, "label"> & { moq: string }) {
  const twice = readCount(moq) * 2;
  const hint = `Pieces. If empty, twice the minimum${twice > 0 ? `, ${formatPieces(twice)}` : ""}.`;
  return <Field label="Low stock below" inputMode="numeric" autoComplete="off" hint={hint} {...field} />;
}
