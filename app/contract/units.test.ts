import { describe, expect, it } from "vitest";
import { withNonBreakingUnits } from "./units.ts";

describe("withNonBreakingUnits", () => {
  it.each([
    ["Nipple rivet, copper, 9 mm", "Nipple rivet, copper, 9_mm"],
    ["Kraft hangtag with brass eyelet, 50 x 90 mm", "Kraft hangtag with brass eyelet, 50_x_90_mm"],
    ["Woven size label W32 L34, 25 x 25 mm", "Woven size label W32 L34, 25_x_25_mm"],
    ["Shank button 27L, antique brass", "Shank button 27L, antique brass"],
    ["Pair of 2 matching tabs", "Pair of 2 matching tabs"],
  ])("%s", (name, clung) => {
    expect(withNonBreakingUnits(name).replaceAll("\u00a0", "_")).toBe(clung);
  });
});
