import { createContext } from "react-router";

// The server sets these when it calls a page.

/** The account named by "Login as Admin ?"; null unless demo mode is on. */
export type DemoAdmin = { email: string; password: string };
export const demoContext = createContext<DemoAdmin | null>(null);

/** Whether the server found a session behind the visitor's cookie. Only purchase pages receive it. */
export const signedInContext = createContext(false);

/** What serves as the provider: the real one, the demo's stand-in, or neither. */
type SocialWay = "on" | "demo" | "off";
export type SocialProviders = { google: SocialWay; github: SocialWay };
export const socialContext = createContext<SocialProviders>({ google: "off", github: "off" });
