import { redirect } from "react-router";
import { SECURITY } from "#app/client/protected.ts";

/** Where password managers look for the page that changes a password (W3C, "A Well-Known URL for Changing Passwords"). */
export function loader() {
  return redirect(SECURITY);
}
