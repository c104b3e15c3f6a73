import { useId } from "react";
import { Link } from "react-router";
import { lines } from "#app/content/lines.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Hangtag } from "#app/ui/hangtag.tsx";
import { IconError, IconWarning } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import type { Trim } from "./contract.ts";
import { clingingUnits } from "./trim-name.ts";
import { trimPicture } from "./trim-picture.ts";
import { describeStock } from "./trim-stock.ts";
import "./trim-tag.css";

const sizes = "(min-width: 1440px) 26rem, (min-width: 992px) 29vw, (min-width: 576px) 44vw, 33vw";

/** A trim on its hangtag. Order Now stays a link whatever the stock: the purchase page says what is possible. */
export function TrimTag({ trim }: { trim: Trim }) {
  const nameId = useId();
  const stock = describeStock(trim);
  const purchase = `/purchase/${trim._id}`;
  return (
    <Hangtag className={stock === "out" ? "sold" : ""}>
      <div className="tag-top">
        <span className="label">{trim.line ? lines[trim.line].short : "Trims"}</span>
        <span className="label tag-number">{trim.number ? `No. ${String(trim.number).padStart(3, "0")}` : "New"}</span>
      </div>
      <div className="tag-pic">
        <Photo
          {...trimPicture(trim.img)}
          sizes={sizes}
          alt={trim.alt}
          width={640}
          height={640}
          fallbackText={trim.name}
        />
      </div>
      <div className="tag-body">
        <h3>
          <Link to={purchase} id={nameId}>
            {clingingUnits(trim.name)}
          </Link>
        </h3>
        <TrimFacts trim={trim} />
        <div className="tag-foot">
          {stock === "below-minimum" && (
            <p className="note low">
              <IconWarning />
              {formatPieces(trim.quantity)} left, below the minimum order.
            </p>
          )}
          {stock === "out" && (
            <p className="note out">
              <IconError />
              Out of stock. Next run on request.
            </p>
          )}
          <ButtonLink to={purchase} kind={stock === "enough" ? "primary" : "line"} wide aria-describedby={nameId}>
            Order Now
          </ButtonLink>
        </div>
      </div>
    </Hangtag>
  );
}

function TrimFacts({ trim }: { trim: Trim }) {
  return (
    <>
      <dl className="facts tag-price">
        <div className="lead">
          <dt>per piece</dt>
          <dd>{formatUnitPrice(trim.price)}</dd>
        </div>
      </dl>
      <dl className="facts tag-stock">
        <div className="pair">
          <dt>Minimum order</dt>
          <dd>{formatPieces(trim.moq)} pcs</dd>
        </div>
        <div className="pair">
          <dt>Available</dt>
          <dd>{formatPieces(trim.quantity)} pcs</dd>
        </div>
      </dl>
    </>
  );
}
