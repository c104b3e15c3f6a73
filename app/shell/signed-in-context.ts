import { createContext } from "react-router";

/** Whether the server has seen a session behind the visitor's cookie. It says so to pages that ask for a login only. */
export const signedInContext = createContext(false);
