import { Drawer } from "#app/ui/drawer.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { AuditEntry } from "./contract.ts";
import styles from "./entry-sheet.module.css";

/** One act, with the values before and after it. */
export function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = listChanges(entry);
  return (
    <Drawer label={entry.title} title={entry.object} subject={entry._id} onClose={onClose}>
      <Facts>
        <Fact what="Time">
          <Moment at={entry.at} />
        </Fact>
        <Fact what="Admin">{entry.name}</Fact>
        <Fact what="Email">{entry.email}</Fact>
        {entry.address && <Fact what="From">{entry.address}</Fact>}
        {entry.userAgent && <Fact what="Browser">{entry.userAgent}</Fact>}
      </Facts>
      {changes.length > 0 && (
        <>
          <h3 className={styles.title}>What changed</h3>
          <Facts>
            {changes.map(({ field, before, after }) => (
              <Fact key={field} what={field}>
                {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Drawer>
  );
}

type Change = { field: string; before: string | undefined; after: string | undefined };

function listChanges({ before, after }: AuditEntry): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: toText(before?.[field]), after: toText(after?.[field]) }))
    .filter(({ before: was, after: is }) => was !== is);
}

function toText(value: string | number | boolean | null | undefined): string | undefined {
  return value === null || value === undefined || value === "" ? undefined : String(value);
}
