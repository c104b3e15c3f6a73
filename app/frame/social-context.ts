import { createContext } from "react-router";

/** What serves as the provider: the real one, the demo's stand-in, or neither. */
type SocialWay = "on" | "demo" | "off";
export type SocialWays = { google: SocialWay; github: SocialWay };

/** The server sets it when it calls a page. */
export const socialContext = createContext<SocialWays>({ google: "off", github: "off" });
