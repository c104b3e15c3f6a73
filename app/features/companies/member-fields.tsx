import type { ComponentProps } from "react";
import { Field, Select } from "#app/ui/field.tsx";
import { memberRoles } from "./facts.ts";
import { roleNames, roleWords } from "./labels.ts";

type MemberFieldsProps = {
  role: ComponentProps<typeof Select> extends infer P ? Omit<P, "label" | "children"> : never;
  orderLimit: Omit<ComponentProps<typeof Field>, "label">;
  /** Only a purchaser has a limit. */
  hasLimit: boolean;
};

/** What somebody may do in the company, and up to which sum. */
export function MemberFields({ role, orderLimit, hasLimit }: MemberFieldsProps) {
  return (
    <>
      <Select label="Role" required {...role}>
        {memberRoles.toReversed().map((one) => (
          <option key={one} value={one}>
            {roleNames[one]}: {roleWords[one]}
          </option>
        ))}
      </Select>
      {hasLimit && (
        <Field
          label="Limit per order in dollars"
          inputMode="decimal"
          autoComplete="off"
          hint="A larger order waits for a manager. Leave it empty for no limit."
          {...orderLimit}
        />
      )}
    </>
  );
}
