import { createContext } from "react-router";

/** The account that "Login as Admin ?" tells of; null unless demo mode is on. */
export type DemoAdmin = { email: string; password: string };

/** The server sets it when it calls a page. */
export const demoContext = createContext<DemoAdmin | null>(null);
