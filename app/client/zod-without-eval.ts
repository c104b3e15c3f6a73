import type { core } from "zod";

// For speed, zod tries `new Function`, which our Content-Security-Policy forbids and browsers report. It does so when a
// schema is created, so every page must load this module first. Zod shares its settings under this global name, so a
// page that checks nothing need not carry zod to set them.
if (typeof document !== "undefined") {
  const shared = globalThis as { __zod_globalConfig?: core.$ZodConfig };
  shared.__zod_globalConfig ??= {};
  shared.__zod_globalConfig.jitless = true;
}
