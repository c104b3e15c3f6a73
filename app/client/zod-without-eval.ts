import { config } from "zod/v4/core";

// To be faster zod would try out `new Function`, which our Content-Security-Policy forbids and browsers report. It asks
// this when a schema is made, so this module belongs to those that every page loads first.
if (typeof document !== "undefined") config({ jitless: true });
