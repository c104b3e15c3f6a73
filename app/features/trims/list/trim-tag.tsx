import { useId } from "react";
import { Link } from "react-router";
import { lines } from "#app/content/lines.ts";
import { describePiecesShort, formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { AddToSheet } from "#app/features/trims/add-to-sheet.tsx";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { StockNote } from "#app/features/trims/stock/stock-note.tsx";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { trimPath } from "#app/features/trims/trim-path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Hangtag } from "#app/ui/hangtag.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Photo } from "#app/ui/picture-frame.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Figure, ListedTrim } from "./listed-trim.ts";
import styles from "./trim-tag.module.css";

const sizes = "(min-width: 1440px) 26rem, (min-width: 992px) 29vw, (min-width: 576px) 44vw, 33vw";

type TrimTagProps = {
  trim: ListedTrim;
  /** Figures shown as "–". */
  unknown?: ReadonlySet<Figure>;
};

/** A trim on its hangtag. Order Now is always a link: the purchase page says what is possible. */
export function TrimTag({ trim, unknown }: TrimTagProps) {
  const nameId = useId();
  const stock = describeStock(trim);
  const purchase = `/purchase/${trim._id}`;
  return (
    <Hangtag className={styles.tag}>
      <div className={styles.content}>
        <div className={styles.top}>
          <span className={joinClasses(textStyles.label, styles.line)}>
            {trim.line ? lines[trim.line].name : "Trims"}
          </span>
          <span className={joinClasses(textStyles.label, styles.number)}>
            {trim.number ? `No. ${formatArticle(trim.number)}` : "New"}
          </span>
        </div>
        <div className={styles.picture} data-stock={stock}>
          <Photo
            {...trimPicture(trim.img, 640)}
            sizes={sizes}
            alt={trim.alt}
            width={640}
            height={480}
            fallbackText={trim.name}
            className={styles.photo}
          />
        </div>
        <div className={styles.body}>
          <h3 className={styles.name}>
            <Link to={trimPath(trim)} id={nameId}>
              {withNonBreakingUnits(trim.name)}
            </Link>
          </h3>
          <TrimFacts trim={trim} unknown={unknown} />
          <div className={styles.foot}>
            {stock === "below-minimum" && (
              <StockNote tone="low">{formatPieces(trim.quantity)} left, below the minimum order.</StockNote>
            )}
            {stock === "out" && <StockNote tone="out">Out of stock. Next run on request.</StockNote>}
            <div className={styles.ways}>
              <ButtonLink
                to={purchase}
                kind={stock === "enough" ? "primary" : "line"}
                wide
                aria-describedby={nameId}
                className={styles.order}
              >
                Order Now
              </ButtonLink>
              {stock === "enough" && <AddToSheet trim={trim} describedBy={nameId} />}
            </div>
          </div>
        </div>
      </div>
    </Hangtag>
  );
}

function TrimFacts({ trim, unknown }: { trim: ListedTrim; unknown: ReadonlySet<Figure> | undefined }) {
  const orDash = (figure: Figure, known: string) => (unknown?.has(figure) ? "–" : known);
  return (
    <>
      <dl className={styles.price}>
        <div>
          <dt>per piece</dt>
          <dd>
            {trim.lowestPrice && <span className={styles.from}>from </span>}
            {trim.lowestPrice ? formatUnitPrice(trim.lowestPrice) : orDash("price", formatUnitPrice(trim.price))}
          </dd>
        </div>
      </dl>
      <dl className={styles.stock}>
        <div>
          <dt>Minimum order</dt>
          <dd>{orDash("moq", describePiecesShort(trim.moq))}</dd>
        </div>
        {trim.lowestPrice && (
          <div>
            <dt>At the minimum</dt>
            <dd>{orDash("price", formatUnitPrice(trim.price))}</dd>
          </div>
        )}
        <div>
          <dt>Available</dt>
          <dd>{orDash("quantity", describePiecesShort(trim.quantity))}</dd>
        </div>
      </dl>
    </>
  );
}
