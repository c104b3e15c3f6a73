import { Link } from "react-router";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { Ages } from "#app/features/money/invoices/ages.tsx";
import type { InvoiceSums } from "#app/features/money/invoices.contract.ts";
import { readListAsked } from "#app/lists/list.rules.ts";
import { Part } from "#app/ui/part.tsx";
import textStyles from "#app/ui/text.module.css";

/** The list of invoices as its address names it without parameters. */
const asked = readListAsked("/dashboard/invoices");

/** What invoices come to, by age; each figure leads to exactly the list that it adds up. */
export function Owed({ sums }: { sums: InvoiceSums }) {
  const { count, sum } = sums.dueThisWeek;
  const back = sums.toReturn;
  return (
    <Part
      title="Owed"
      aside={
        <p className={textStyles.small}>
          {count === 0
            ? "Nothing falls due within seven days"
            : `${formatPieces(count)} fall due within seven days, ${formatTotal(sum)}`}
          {back.count > 0 && (
            <>
              {" · "}
              <Link to="/dashboard/invoices?tab=to-return">{formatTotal(back.sum)} to return</Link>
            </>
          )}
        </p>
      }
    >
      <Ages asked={asked} sums={sums} pathname="/dashboard/invoices" />
    </Part>
  );
}
