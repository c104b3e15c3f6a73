import type { List } from "#app/shell/list-page.ts";
import { Moment } from "#app/ui/moment.tsx";
import { moveAlongRows, Table } from "#app/ui/table.tsx";
import { actWords } from "./act-words.ts";
import type { AuditEntry } from "./contract.ts";

type RecordTableProps = { list: List<AuditEntry>; openId: string | undefined; onOpen: (id: string) => void };

export function RecordTable({ list, openId, onOpen }: RecordTableProps) {
  return (
    <Table label="Record" dense stack>
      <thead>
        <tr>
          <th>Time</th>
          <th>Admin</th>
          <th>Act</th>
          <th>Object</th>
        </tr>
      </thead>
      <tbody onKeyDown={moveAlongRows}>
        {list.rows.map((entry) => (
          <tr key={entry._id} aria-current={entry._id === openId || undefined}>
            <td data-l="Time" className="num whitespace-nowrap">
              <Moment at={entry.at} />
            </td>
            <td data-l="Admin">
              <span className="cut md:max-xl:max-w-40" title={entry.email}>
                {entry.email}
              </span>
            </td>
            <td data-l="Act" className="whitespace-nowrap">
              <button type="button" className="row-btn whole" onClick={() => onOpen(entry._id)}>
                {actWords[entry.act]}
                <span className="sr">, {entry.object}</span>
              </button>
            </td>
            <td data-l="Object" className="wrap-anywhere">
              {entry.object}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
