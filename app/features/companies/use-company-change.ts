import { useRevalidator } from "react-router";
import { ApiProblem } from "#app/client/api.ts";

/**
 * Makes a change and shows the company as it is then. If a colleague was faster, it shows what they changed, and the
 * refusal says so.
 */
export function useCompanyChange(): (send: () => Promise<unknown>) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (send) => {
    try {
      await send();
    } catch (error) {
      // Gone or changed meanwhile.
      if (error instanceof ApiProblem && [404, 409, 412].includes(error.status)) await revalidate();
      throw error;
    }
    await revalidate();
  };
}
