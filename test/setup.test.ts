import { it } from "vitest";

it.fails("a test fails when something is written to console.error", () => {
  console.error("planted");
});
