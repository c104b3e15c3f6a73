import { createContext } from "react-router";

/** Whether the server found a session behind the visitor's cookie. Only purchase pages receive it. */
export const signedInContext = createContext(false);
