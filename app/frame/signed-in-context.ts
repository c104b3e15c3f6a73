import { createContext } from "react-router";

/** Whether the server has seen a session behind the visitor's cookie. It says so to purchase pages only. */
export const signedInContext = createContext(false);
