import { expect, it } from "vitest";
import { z } from "zod";
import { typedCompany } from "./company-fields.tsx";
import { addressFields, memberFields } from "./fields.contract.ts";

const forms = { company: typedCompany, member: z.object(memberFields), address: z.object(addressFields) };

it.each([
  ["company", "name", "", "Please write the company's name"],
  ["company", "name", "\u200b", "Please write the company's name"],
  ["company", "name", "a".repeat(201), "At most 200 characters"],
  ["company", "country", "", "Please choose a country"],
  ["company", "taxNumber", "1".repeat(41), "At most 40 characters"],
  ["company", "documentsEmail", "accounts", "Please write an e-mail address such as name@company.com"],
  ["member", "role", "", "Please choose a role"],
  ["member", "orderLimit", "many", "Please write an amount such as 2500 or 2500.50"],
  ["address", "label", " ", "Please write a name for this address"],
  ["address", "street", "", "Street is required"],
  ["address", "town", "", "Town is required"],
] as const)("the field %s.%s with %j says: %s", (form, field, typed, words) => {
  const { error } = forms[form].safeParse({ [field]: typed });
  expect(error?.issues.find(({ path }) => path[0] === field)?.message).toBe(words);
});
