import { createContext, useRouteLoaderData } from "react-router";

/** The shop's time zone. The server sets it when it calls a page; the root's loader passes it to the document. */
export const timeZoneContext = createContext<string>();

/** That time zone; UTC when the root's loader failed. */
export function useTimeZone(): string {
  return useRouteLoaderData<{ timeZone: string }>("root")?.timeZone ?? "UTC";
}
