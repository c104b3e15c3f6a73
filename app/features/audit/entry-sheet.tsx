import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { formatPieces } from "#app/contract/money.ts";
import { Drawer } from "#app/ui/drawer.tsx";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { SecondLine } from "#app/ui/table-parts.tsx";
import { describeChanges, listChanges } from "./changes.rules.ts";
import type { AuditEntry } from "./contract.ts";
import styles from "./entry-sheet.module.css";

/** One action, with the values before and after it. */
export function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = listChanges(entry);
  return (
    <Drawer label={entry.title} title={nameObjects(entry)} subject={entry._id} onClose={onClose}>
      <Facts>
        <Fact what="Time">
          <Moment at={entry.at} />
        </Fact>
        <Fact what="Admin">{entry.name}</Fact>
        <Fact what="E-mail">{entry.email}</Fact>
        {entry.address && <Fact what="From">{entry.address}</Fact>}
        {entry.userAgent && <Fact what="Browser">{entry.userAgent}</Fact>}
      </Facts>
      {entry.count > 1 && <SameCall entry={entry} />}
      {entry.count === 1 && changes.length > 0 && (
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

/** "No. 1573 Mini rivet, and 8 more". */
function nameObjects({ object, count }: AuditEntry): string {
  return count > 1 ? `${object}, and ${formatPieces(count - 1)} more` : object;
}

/** The most entries of one call that are shown. */
const MOST = 250;

/** Every object of the call, each with what changed. */
function SameCall({ entry }: { entry: AuditEntry }) {
  const { answer, error } = useAnswer(entry._id, () =>
    callApi("GET /audit", { query: { of: entry._id, limit: MOST } }),
  );
  return (
    <>
      <h3 className={styles.title}>{formatPieces(entry.count)} done together</h3>
      {error !== undefined && <p role="alert">They did not load. Close this and open it again.</p>}
      <ul className={styles.same} aria-busy={!answer}>
        {answer?.data.map((one) => (
          <li key={one._id}>
            {one.object}
            <SecondLine>{describeChanges(one)}</SecondLine>
          </li>
        ))}
      </ul>
      {answer && entry.count > MOST && <p>The others are in the CSV file.</p>}
    </>
  );
}
