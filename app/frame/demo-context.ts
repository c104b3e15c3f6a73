import { createContext } from "react-router";

/** The account named by "Login as Admin ?"; null unless demo mode is on. */
export type DemoAdmin = { email: string; password: string };

/** The server sets it when it calls a page. */
export const demoContext = createContext<DemoAdmin | null>(null);
