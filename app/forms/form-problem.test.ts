import { expect, it, vi } from "vitest";
import { ApiProblem } from "#app/client/api.ts";
import { takeToasts } from "#app/ui/toast.ts";
import { showProblem } from "./form-problem.ts";

const fault = (field: string) => ({ field, message: `${field} is wrong` });
const refused = (...fields: string[]) =>
  new ApiProblem({ status: 400, code: "invalid-input", detail: "Please check it.", errors: fields.map(fault) });

it.each([
  ["one fault of a field", refused("code"), ["code"], 0],
  ["faults of two fields", refused("code", "name"), ["code", "name"], 0],
  ["a fault of no field of the form", refused("elsewhere"), [], 1],
  ["a fault of a field and one of none", refused("code", "elsewhere"), ["code"], 1],
  ["no fault of a field", refused(), [], 1],
  ["no answer", new TypeError("Failed to fetch"), [], 1],
])("says %s once: at its field, or else in a toast", (_, error, fields, toasts) => {
  const setError = vi.fn();
  showProblem<{ code: string; name: string }>(error, ["code", "name"], setError);
  expect(setError.mock.calls.map(([name]) => name)).toEqual(fields);
  expect(takeToasts()).toHaveLength(toasts);
});
