import { createContext, useRouteLoaderData } from "react-router";

/** The shop's contact address. The server sets it when it calls a page; the root's loader passes it to the page. */
export const contactContext = createContext<string>();

/** That address; undefined when the root's loader failed. */
export function useContact(): string | undefined {
  return useRouteLoaderData<{ contact: string }>("root")?.contact;
}
