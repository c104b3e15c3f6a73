import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/client/session.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Family, Trim } from "#app/features/trims/contract.ts";
import { swatchOf } from "#app/features/trims/facts.ts";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";
import { IconCheck } from "#app/ui/icons.tsx";
import { Swatch } from "#app/ui/swatch.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./relatives.module.css";
import { groupRelatives, type Relative } from "./relatives.rules.ts";

type LoadedRelatives = { family: Family | null; others: readonly Relative[] };

type RelativesProps = {
  trim: Trim;
  /** Those that the page knew when it was rendered. */
  loaded?: LoadedRelatives;
  /** The relative's page of the same kind as the one the reader is on. */
  toPage: (relative: Relative) => string;
};

/** The trims of a family as swatches; a call fetches the others' price and stock, so that the page can be cached. */
export function Relatives({ trim, loaded, toPage }: RelativesProps) {
  const id = useId();
  const known = useRelatives(trim);
  const { family = null } = known ?? loaded ?? {};
  const others = known?.trims ?? loaded?.others ?? [];
  if (others.length === 0) return null;
  const asSold = new Map([trim, ...(known?.trims ?? [])].map((one) => [one._id, one]));
  return (
    <section className={styles.relatives} aria-labelledby={id}>
      {family && <p className={textStyles.label}>{family.name}</p>}
      <h2 id={id}>Other sizes and finishes</h2>
      {groupRelatives(trim, others, family).map(({ size, isOwn, relatives }) => (
        <div key={String(isOwn)} className={styles.group}>
          {size && <h3 id={`${id}-${isOwn}`}>This size, {withNonBreakingUnits(size)}</h3>}
          {!isOwn && <h3 id={`${id}-${isOwn}`}>Other sizes</h3>}
          <ul className={styles.list} aria-labelledby={size || !isOwn ? `${id}-${isOwn}` : id}>
            {relatives.map((relative) => (
              <li key={relative._id}>
                <Link
                  to={toPage(relative)}
                  className={styles.relative}
                  aria-current={relative._id === trim._id || undefined}
                >
                  <Swatch {...swatchOf(relative)} className={styles.swatch} />
                  <span>
                    <b>{isOwn || !relative.size ? relative.label : withNonBreakingUnits(relative.size.text)}</b>
                    {!isOwn && relative.size && <span className={styles.label}>{relative.label}</span>}
                    <StockLine trim={asSold.get(relative._id)} />
                  </span>
                  {relative._id === trim._id && <IconCheck className={styles.sign} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Keeps its height while price and stock are on their way. */
function StockLine({ trim }: { trim: Trim | undefined }) {
  if (!trim) return <span className={styles.sold}>&nbsp;</span>;
  const stock = describeStock(trim);
  return (
    <span className={styles.sold}>
      {formatUnitPrice(trim.price)} ·{" "}
      <span data-low={stock === "enough" ? undefined : true}>
        {stock === "out" ? "out of stock" : `${formatPieces(trim.quantity)} in stock`}
      </span>
    </span>
  );
}

/**
 * The relatives of a trim as they are now (the component's key is the trim's id); undefined until they have come, or
 * when they do not.
 */
function useRelatives({ _id: id, family }: Pick<Trim, "_id" | "family">) {
  const [found, setFound] = useState<{ family: Family | null; trims: Trim[] }>();
  useEffect(() => {
    if (!family) return;
    let isLeft = false;
    callApi("GET /trims/{id}/relatives", { params: { id } }).then(
      ({ data }) => !isLeft && setFound(data),
      // The links work without.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [id, family]);
  return found;
}
