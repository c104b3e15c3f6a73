import { formatPieces } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { List } from "#app/lists/list.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { RowButton, SecondLine, WholeEmail } from "#app/ui/table-parts.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./audit-table.module.css";
import { describeChanges } from "./changes.rules.ts";
import type { AuditEntry } from "./contract.ts";

type RecordTableProps = { list: List<AuditEntry>; openId: string | undefined; onOpen: (id: string) => void };

export function RecordTable({ list, openId, onOpen }: RecordTableProps) {
  const columns: Column<AuditEntry>[] = [
    {
      head: "Time",
      className: joinClasses(textStyles.num, styles.line, styles.time),
      cell: ({ at }) => <Moment at={at} />,
    },
    {
      head: "Admin",
      className: styles.admin,
      cell: ({ email }) => <WholeEmail className={styles.email} email={email} />,
    },
    {
      head: "Action",
      className: joinClasses(styles.line, styles.action),
      cell: (entry) => (
        <>
          <RowButton whole onClick={() => onOpen(entry._id)}>
            {entry.title}
            <span className="sr">
              , {entry.object}
              {entry.count > 1 && ` and ${formatPieces(entry.count - 1)} more`}
            </span>
          </RowButton>
          <Changes entry={entry} />
        </>
      ),
    },
    {
      head: "Object",
      className: styles.object,
      cell: ({ object, count }) => (
        <>
          {withNonBreakingUnits(object)}
          {count > 1 && <SecondLine>and {formatPieces(count - 1)} more</SecondLine>}
        </>
      ),
    },
  ];
  return (
    <Table
      label="Record"
      columns={columns}
      rows={list.rows}
      seen={list.asked.seen}
      openId={openId}
      dense
      grid
      className={styles.table}
    />
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const words = describeChanges(entry);
  return words && <SecondLine>{words}</SecondLine>;
}
