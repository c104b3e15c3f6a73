import { secureHeaders } from "hono/secure-headers";

const YEAR_S = 365 * 24 * 60 * 60;

/** What every answer says to protect its reader; an answer that says more about one of these keeps its own. */
export const protectReader = secureHeaders({
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginOpenerPolicy: "same-origin-allow-popups",
  // Features a shop of trims never asks a browser for. An injected script should not get them either.
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  strictTransportSecurity: `max-age=${YEAR_S}; includeSubDomains`,
  // A page with a secret in its address sets a stricter policy.
  overwrite: false,
});
