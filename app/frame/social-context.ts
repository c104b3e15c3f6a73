import { createContext } from "react-router";

/** Whether a provider can be used: the real one, the stand-in of a demo, or neither. */
type SocialWay = "on" | "demo" | "off";
export type SocialWays = { google: SocialWay; github: SocialWay };

/** The server sets it when it calls a page. */
export const socialContext = createContext<SocialWays>({ google: "off", github: "off" });
