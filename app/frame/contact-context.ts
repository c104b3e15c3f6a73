import { createContext, useRouteLoaderData } from "react-router";

/** The address people write to. The server sets it when it calls a page; the root's loader tells the page. */
export const contactContext = createContext<string>();

/** That address; undefined when the root's loader failed. */
export function useContact(): string | undefined {
  return useRouteLoaderData<{ contact: string }>("root")?.contact;
}
