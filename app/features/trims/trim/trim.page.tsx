import { data, redirect } from "react-router";
import { ApiProblem, apiContext, apiThrough } from "#app/client/api.ts";
import { useSession } from "#app/client/session.ts";
import { lines } from "#app/content/lines.ts";
import { type CachePolicy, cacheTags } from "#app/contract/cache-policy.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { AddToSheet } from "#app/features/trims/add-to-sheet.tsx";
import type { Trim } from "#app/features/trims/contract.ts";
import { describeFacts } from "#app/features/trims/fact-words.ts";
import { trimsHref } from "#app/features/trims/list/trims-query.ts";
import { oneFamily, oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import { previewPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { TrimZoom } from "#app/features/trims/pictures/trim-zoom.tsx";
import { describeSavings } from "#app/features/trims/price-words.ts";
import { lowestPrice } from "#app/features/trims/rules.ts";
import { StockNote } from "#app/features/trims/stock/stock-note.tsx";
import { describeStock, type Stock } from "#app/features/trims/stock/trim-stock.ts";
import { WatchRequest } from "#app/features/trims/stock/watch-request.tsx";
import { trimPageJsonLd } from "#app/features/trims/trim-json-ld.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { numberOfPath, trimPath } from "#app/features/trims/trim-path.ts";
import { pageMeta, readOrigin } from "#app/frame/page-meta.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconCheck, IconError, IconWarning } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { MarkedTable } from "#app/ui/marked-table.tsx";
import { PhoneBar } from "#app/ui/phone-bar.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import textStyles from "#app/ui/text.module.css";
import { Trail } from "#app/ui/trail.tsx";
import type { Route } from "./+types/trim.page.ts";
import { FactTable } from "./fact-table.tsx";
import { type Relative, toRelative } from "./relatives.rules.ts";
import { Relatives } from "./relatives.tsx";
import styles from "./trim.page.module.css";

// What it shows is known only once the trim is: the loader says it.
const cache: CachePolicy = {};
export const handle = { cache };

const PICTURE_SIZES = "(min-width: 1440px) 44rem, (min-width: 992px) 50vw, 100vw";

export async function loader({ params, context }: Route.LoaderArgs) {
  const number = numberOfPath(params.trim);
  if (number === undefined) throw notFound();
  const callApi = apiThrough(context.get(apiContext));
  try {
    const [{ data: trim }, { data: relatives }] = await Promise.all([
      callApi("GET /trims/{id}", { params: { id: number } }),
      callApi("GET /trims/{id}/relatives", { params: { id: number } }),
    ]);
    const path = trimPath(trim);
    // The number names the trim; its name may have changed since the link was written.
    if (path !== `/trims/${params.trim}`) throw redirect(path, { status: 301, headers: cacheTags(oneTrim(trim._id)) });
    const family = trim.family ? [oneFamily(trim.family)] : [];
    const others: Relative[] = relatives.trims.map(toRelative);
    // In words from here: the first country that a phone is asked to name takes it a tenth of a second.
    const facts = describeFacts(trim);
    return data(
      { trim, facts, relatives: { family: relatives.family, others } },
      { headers: cacheTags(oneTrim(trim._id), ...family) },
    );
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    throw error.status === 404 ? notFound() : data(null, { status: 503 });
  }
}

function notFound() {
  // The next trim may have this number.
  return data(null, { status: 404, headers: cacheTags(TRIMS) });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { trim, facts } = loaderData;
  const origin = readOrigin(matches);
  return pageMeta(matches, {
    path: trimPath(trim),
    title: trim.name,
    description: `${formatUnitPrice(trim.price)} per piece, from ${formatPieces(trim.moq)} pieces. ${trim.description}`,
    picture: previewPicture(trim),
    jsonLd: { "@graph": [trimPageJsonLd(trim, facts, origin), trailJsonLd(trim, origin)] },
  });
}

export default function TrimPage({ loaderData: { trim, facts, relatives } }: Route.ComponentProps) {
  const session = useSession();
  const stock = describeStock(trim);
  const purchase = `/purchase/${trim._id}`;
  const isShort = stock !== "enough";
  return (
    <>
      <div className={layoutStyles.wrap}>
        <Trail steps={stepsTo(trim)} here={withNonBreakingUnits(trim.name)} />
      </div>
      <article className={joinClasses(layoutStyles.wrap, styles.page)} aria-labelledby="trim-name">
        <div className={styles.picture}>
          <TrimZoom key={trim._id} trim={trim} sizes={PICTURE_SIZES} isPale={stock === "out"} />
        </div>
        <section className={joinClasses(layoutStyles.sheet, styles.buy)} aria-label="Price and stock">
          <div className={styles.about}>
            <p className={textStyles.label}>
              {trim.line && `${lines[trim.line].name} · `}No. {formatArticle(trim.number)}
            </p>
            <h1 id="trim-name">{withNonBreakingUnits(trim.name)}</h1>
            <p className={textStyles.lede}>{withNonBreakingUnits(trim.description)}</p>
          </div>
          <Stitch />
          {isShort && <StockNote tone={stock === "out" ? "out" : "low"}>{describeShortage(trim)}</StockNote>}
          <FromPrice trim={trim} />
          {isShort && <WatchRequest key={trim._id} trim={trim} session={session} />}
          {isShort && relatives.others.length === 0 && trim.line && (
            <ButtonLink to={lineHref(trim.line)} kind="text">
              Other {lines[trim.line].name.toLowerCase()}
            </ButtonLink>
          )}
          <div className={styles.order}>
            <ButtonLink to={purchase} kind={isShort ? "line" : "primary"} wide>
              Order Now
            </ButtonLink>
            {!isShort && <AddToSheet trim={trim} describedBy="trim-name" />}
          </div>
          {trim.priceBreaks.length > 0 && <MarkedTable {...describeSavings(trim)} />}
          <Availability trim={trim} />
        </section>
        <div className={styles.more}>
          <Relatives key={`relatives of ${trim._id}`} trim={trim} loaded={relatives} toPage={trimPath} />
          <section className={styles.part} aria-labelledby="facts">
            <h2 id="facts">Facts</h2>
            {/* The rest stands under Availability. */}
            <FactTable
              trim={trim}
              facts={facts.filter(({ fact }) => fact !== "leadTimeDays" && fact !== "packingUnit")}
            />
          </section>
        </div>
      </article>
      {!isShort && (
        <PhoneBar>
          <p>
            <b>{formatUnitPrice(trim.price)}</b>
            <span>
              <span>{formatPieces(trim.moq)} pieces ·</span> <span>{formatPieces(trim.quantity)} in stock</span>
            </span>
          </p>
          <ButtonLink to={purchase} size="small" aria-describedby="trim-name">
            Order Now
          </ButtonLink>
        </PhoneBar>
      )}
    </>
  );
}

function FromPrice({ trim }: { trim: Trim }) {
  const lowest = lowestPrice(trim);
  const last = trim.priceBreaks.at(-1);
  if (!lowest || !last) {
    return (
      <p className={styles.price}>
        <b>{formatUnitPrice(trim.price)}</b>
        <span>a piece</span>
      </p>
    );
  }
  return (
    <p className={styles.price}>
      <span>from</span>
      <b>{formatUnitPrice(lowest)}</b>
      <span>
        a piece, from {formatPieces(last.from)} pieces. At the minimum {formatUnitPrice(trim.price)}.
      </span>
    </p>
  );
}

function Availability({ trim }: { trim: Trim }) {
  const stock = describeStock(trim);
  const [tone, Sign] = (
    { enough: ["ok", IconCheck], "below-minimum": ["low", IconWarning], out: ["out", IconError] } as const
  )[stock];
  const facts = [
    ["Lead time", trim.leadTimeDays && describeLeadTime(countOf(trim.leadTimeDays, "day"), stock)],
    ["Minimum order", countOf(trim.moq, "piece")],
    ["Packing unit", trim.packingUnit && countOf(trim.packingUnit, "piece")],
  ] as const;
  return (
    <section className={styles.part} aria-labelledby="availability">
      <h2 id="availability">Availability</h2>
      <dl className={styles.facts}>
        <div>
          <dt>In stock</dt>
          <dd>
            <Badge tone={tone}>
              <Sign className={styles.sign} />
              {stock === "out" ? "Out of stock" : countOf(trim.quantity, "piece")}
            </Badge>
          </dd>
        </div>
        {facts.map(
          ([what, text]) =>
            text && (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function describeLeadTime(days: string, stock: Stock): string {
  return stock === "enough" ? `${days} for more than is in stock` : `About ${days} for a new lot`;
}

function describeShortage({ quantity, moq, leadTimeDays }: Trim): string {
  const lot = leadTimeDays ? ` A new lot takes about ${countOf(leadTimeDays, "day")}.` : "";
  if (quantity <= 0) return `Out of stock.${lot}`;
  return `${formatPieces(quantity)} left, below the minimum order of ${formatPieces(moq)}.${lot}`;
}

function countOf(count: number, what: string): string {
  return `${formatPieces(count)} ${what}${count === 1 ? "" : "s"}`;
}

function lineHref(line: NonNullable<Trim["line"]>): string {
  return trimsHref({ line });
}

function stepsTo({ line }: Trim) {
  return [{ name: "Home", to: "/" }, ...(line ? [{ name: lines[line].name, to: lineHref(line) }] : [])];
}

function trailJsonLd(trim: Trim, origin: string) {
  const steps = [...stepsTo(trim), { name: trim.name, to: trimPath(trim) }];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, to }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + to,
    })),
  };
}
