import { useEffect, useState } from "react";
import { toListed } from "#app/features/trims/list/listed-trim.ts";
import { TrimTag } from "#app/features/trims/list/trim-tag.tsx";
import { describeSavings } from "#app/features/trims/price-words.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { MarkedTable } from "#app/ui/marked-table.tsx";
import textStyles from "#app/ui/text.module.css";
import { findUnknown, toPreview } from "./trim-form.ts";
import styles from "./trim-preview.module.css";

const PAUSE_MS = 400;

/** The card as buyers will see it, updated during typing. */
export function TrimPreview({ typed }: { typed: Parameters<typeof toPreview>[0] }) {
  const img = usePaused(typed.img.trim());
  const trim = toPreview(typed, img);
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={joinClasses(textStyles.label, styles.title)}>Preview</h2>
      {/* For looking at only: its links lead nowhere yet. */}
      <div inert>
        <TrimTag trim={toListed(trim)} unknown={findUnknown(typed)} />
      </div>
      {trim.priceBreaks.length > 0 && <MarkedTable {...describeSavings(trim)} />}
    </section>
  );
}

/** The value once typing pauses, so that no picture is fetched for every letter of its URL. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
