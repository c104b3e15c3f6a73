import { config } from "zod/v4/core";

// For speed, zod tries `new Function`, which our Content-Security-Policy forbids and browsers report. It does so when a
// schema is created, so every page must load this module first.
if (typeof document !== "undefined") config({ jitless: true });
