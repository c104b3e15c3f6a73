import { ApiProblem } from "./api.ts";

/** What a call finds; undefined when there is no such thing, or its id cannot be one. */
export async function orUndefinedOn404<Data>(call: Promise<{ data: Data }>): Promise<Data | undefined> {
  try {
    return (await call).data;
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
