import type { List } from "#app/lists/list.ts";
import { Moment } from "#app/ui/moment.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import type { AuditEntry } from "./contract.ts";

type RecordTableProps = { list: List<AuditEntry>; openId: string | undefined; onOpen: (id: string) => void };

export function RecordTable({ list, openId, onOpen }: RecordTableProps) {
  const columns: Column<AuditEntry>[] = [
    { head: "Time", className: "num whitespace-nowrap", cell: ({ at }) => <Moment at={at} /> },
    {
      head: "Admin",
      cell: ({ email }) => (
        <span className="cut md:max-xl:max-w-40" title={email}>
          {email}
        </span>
      ),
    },
    {
      head: "Act",
      className: "whitespace-nowrap",
      cell: ({ _id, title, object }) => (
        <button type="button" className="row-btn whole" onClick={() => onOpen(_id)}>
          {title}
          <span className="sr">, {object}</span>
        </button>
      ),
    },
    { head: "Object", className: "wrap-anywhere", cell: ({ object }) => object },
  ];
  return <Table label="Record" columns={columns} rows={list.rows} seen={list.asked.seen} openId={openId} dense />;
}
