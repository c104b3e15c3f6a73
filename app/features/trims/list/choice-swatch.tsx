import { type FilterName, finishSwatches, swatches } from "#app/features/trims/facts.ts";
import { Swatch } from "#app/ui/swatch.tsx";

/** The swatch of a finish or a colour that the list can be narrowed to; nothing for other choices. */
export function ChoiceSwatch({ of, value, className }: { of: FilterName; value: string; className?: string }) {
  if (of === "finish") return <Swatch metal={lookUp(finishSwatches, value)} className={className} />;
  if (of === "colour") return <Swatch cloth={lookUp(swatches, value)} className={className} />;
  return null;
}

function lookUp(colours: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.hasOwn(colours, value) ? colours[value] : undefined;
}
