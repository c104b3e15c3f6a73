import { formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import {
  type ChangeRow,
  describeMore,
  type JudgedLine,
  judgeLine,
  type SharedTerms,
  type ShownLine,
  sayCredit,
  sumLines,
  type TypedLine,
} from "./change-form.rules.ts";
import styles from "./change-summary.module.css";

type ChangeSummaryProps = {
  rows: readonly ChangeRow[];
  changedTerms: Partial<SharedTerms>;
  isStaff: boolean;
  next: number;
  back: string;
  isBusy: boolean;
};

/** What changes, what follows from it, and the button that does it. */
export function ChangeSummary({ rows, changedTerms, isStaff, next, back, isBusy }: ChangeSummaryProps) {
  const changedRows = rows.filter(({ judged }) => judged.isChanged);
  const count = changedRows.length + Object.keys(changedTerms).length;
  const credit = sayCredit(rows, changedTerms);
  return (
    <div className={styles.aside}>
      <SheetPart plain title="Summary">
        <dl className={styles.sums}>
          <div>
            <dt>Total before</dt>
            <dd>{formatTotal(sumLines(rows.map(({ line }) => totalBefore(line))))}</dd>
          </div>
          {changedRows.slice(0, LISTED).map(({ line, typed, judged }) => (
            <div key={line.id}>
              <dt>{describeChange(line, typed, judged)}</dt>
              <dd>{formatDifference(judged.total, totalBefore(line).total)}</dd>
            </div>
          ))}
          {changedRows.length > LISTED && (
            <div>
              <dt>and {changedRows.length - LISTED} more</dt>
            </div>
          )}
          <div data-sum>
            <dt>New total</dt>
            <dd>{formatTotal(sumLines(rows.map(({ judged }) => judged)))}</dd>
          </div>
        </dl>
        {credit && <p className={styles.credit}>{credit}</p>}
        <Button type="submit" wide busy={isBusy} disabled={count === 0}>
          {count === 0 ? "Nothing changed yet" : `Save ${count} ${count === 1 ? "change" : "changes"}`}
        </Button>
        <ButtonLink to={back} kind="text" wide>
          Keep as it is
        </ButtonLink>
        <p className={textStyles.hint}>
          {sayStock(rows)} A new confirmation, version {next}, is mailed{isStaff ? " to the buyer" : " to you"}. Before
          and after stay in the history.
        </p>
      </SheetPart>
    </div>
  );
}

/** The summary names this many lines. */
const LISTED = 8;

const totalBefore = ({ was }: ShownLine) => ({
  total: was ? judgeLine({ id: "", was, trim: undefined }, {}, true).total : "0",
});

function describeChange({ name, was }: ShownLine, { isRemoved }: TypedLine, judged: JudgedLine): string {
  if (!was) return `${name}, added`;
  if (isRemoved) return `${name}, removed`;
  const pieces = judged.pieces === was.pieces ? [] : [describeMore(judged.pieces, was.pieces)];
  const price = judged.unitPrice === was.unitPrice ? [] : [`at ${formatUnitPrice(judged.unitPrice)}`];
  return `${name}, ${[...pieces, ...price].join(", ")}`;
}

function formatDifference(after: string, before: string): string {
  const cents = Math.round((Number(sumLines([{ total: after }])) - Number(sumLines([{ total: before }]))) * 100);
  const words = formatTotal((Math.abs(cents) / 100).toFixed(2));
  return `${cents < 0 ? "−" : "+"}${words}`;
}

/** What the change does to the stock, in a sentence. */
function sayStock(rows: readonly ChangeRow[]): string {
  const more = rows.reduce((sum, { line, typed, judged }) => {
    return sum + (typed.isRemoved ? 0 : judged.pieces) - (line.was?.pieces ?? 0);
  }, 0);
  if (more === 0) return "";
  return more > 0
    ? `${describeMore(more, 0)} pieces are set aside.`
    : `${describeMore(0, -more).replace("fewer", "")}pieces go back to stock.`;
}
