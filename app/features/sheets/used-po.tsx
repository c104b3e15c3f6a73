import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { AnswerOf } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { Moment } from "#app/ui/moment.tsx";
import { queryOf } from "./draft/draft-sync.ts";

const REST_MS = 500;

/** Points out the sheets that have the same PO number already. Sending another is allowed. */
export function UsedPo({ draftId, poNumber }: { draftId: string; poNumber: string | null }) {
  const [used, setUsed] = useState<{ po: string; sheets: AnswerOf<"GET /usedPoNumbers"> }>();
  const po = poNumber?.trim() ?? "";
  useEffect(() => {
    if (po === "") return;
    let isShown = true;
    const timer = setTimeout(() => {
      // Whoever sends the sheet loses a hint without it.
      callApi("GET /usedPoNumbers", { query: { po, ...queryOf(draftId) } }).then(
        ({ data }) => isShown && setUsed({ po, sheets: data }),
        () => undefined,
      );
    }, REST_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [draftId, po]);
  const sheets = used?.po === po ? used.sheets : [];
  return (
    <span role="status">
      {sheets.length > 0 && "Used before: "}
      {sheets.map(({ number, createdAt }, at) => (
        <span key={number}>
          {at > 0 && ", "}
          <Link to={`/dashboard/ordersheets/${number}`}>sheet S-{number}</Link> of <Moment at={createdAt} />
        </span>
      ))}
    </span>
  );
}
