import { createContext, useRouteLoaderData } from "react-router";

/** How the company can be reached, and who it is, from the settings; what is not set is left out. */
export type Contact = { email: string; address: string[]; phone?: string | undefined; register?: string | undefined };

/** The server sets it when it calls a page; the root's loader passes it to the page. */
export const contactContext = createContext<Contact>();

/** The same; undefined when the root's loader failed. */
export function useContact(): Contact | undefined {
  return useRouteLoaderData<{ contact: Contact }>("root")?.contact;
}

/** `tel:` and the number, without the spaces that people read it by. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}
