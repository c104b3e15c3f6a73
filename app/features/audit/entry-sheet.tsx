import { Drawer } from "#app/ui/drawer.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { listChanges } from "./changes.rules.ts";
import type { AuditEntry } from "./contract.ts";
import styles from "./entry-sheet.module.css";

/** One action, with the values before and after it. */
export function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = listChanges(entry);
  return (
    <Drawer label={entry.title} title={entry.object} subject={entry._id} onClose={onClose}>
      <Facts>
        <Fact what="Time">
          <Moment at={entry.at} />
        </Fact>
        <Fact what="Admin">{entry.name}</Fact>
        <Fact what="E-mail">{entry.email}</Fact>
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
