import { data } from "react-router";
import { ApiProblem, apiContext, apiThrough, type CallApi } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { useLeaveWhenSignedOut } from "#app/client/protected.ts";
import { askSessionEarly, callApi, requireSession } from "#app/client/session.ts";
import { lines } from "#app/content/lines.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { describePieces, formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { describeFacts } from "#app/features/trims/fact-words.ts";
import { oneTrim } from "#app/features/trims/page-subjects.ts";
import { previewPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { TrimZoom } from "#app/features/trims/pictures/trim-zoom.tsx";
import { describeStock } from "#app/features/trims/stock/trim-stock.ts";
import { WatchRequest } from "#app/features/trims/stock/watch-request.tsx";
import { FactTable } from "#app/features/trims/trim/fact-table.tsx";
import { Relatives } from "#app/features/trims/trim/relatives.tsx";
import { trimPageJsonLd } from "#app/features/trims/trim-json-ld.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { NeedsScripts } from "#app/frame/needs-scripts.tsx";
import { signedInContext } from "#app/frame/page-contexts.ts";
import { pageMeta, readOrigin } from "#app/frame/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Stitch } from "#app/ui/seams.tsx";
import { EmptyState, Loading } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/purchase.page.ts";
import { findLastDelivery } from "./delivery.ts";
import { OrderForm } from "./order-form.tsx";
import styles from "./purchase.page.module.css";

const cache: CachePolicy = { bySession: true, tags: ({ id = "" }) => [oneTrim(id)] };
export const handle = { cache, name: "Purchase" };

const PICTURE_SIZES = "(min-width: 1440px) 45rem, (min-width: 992px) 50vw, 100vw";

/**
 * Signed-in visitors get the whole page, all others its head: people share links to trims, and previews have neither a
 * login nor scripts. Trims are public.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isSignedIn = context.get(signedInContext);
  try {
    const trim = await findTrim(apiThrough(context.get(apiContext)), params.id);
    return data({ trim, isSignedIn }, trim ? undefined : { status: 404 });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // The browser asks again, and shows the error.
    return data({ trim: undefined, isSignedIn: false }, { headers: { "Cache-Control": "no-store" } });
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [who, trim] = await Promise.all([requireSession(request), findTrim(callApi, params.id)]);
  return { trim, isSignedIn: true, delivery: findLastDelivery(who) };
}
clientLoader.hydrate = true as const;

async function findTrim(callApi: CallApi, id: string): Promise<Trim | undefined> {
  // A number names the public page; this one is kept under the id.
  if (/^\d+$/.test(id)) return undefined;
  return orUndefinedOn404(callApi("GET /trims/{id}", { params: { id } }));
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const trim = loaderData?.trim;
  const page = { path: `/purchase/${params.id}`, title: handle.name, isUnlisted: true } as const;
  if (!trim) return pageMeta(matches, { ...page, description: "Order trims by the piece." });
  return pageMeta(matches, {
    ...page,
    title: `Purchase ${trim.name}`,
    description: `${formatUnitPrice(trim.price)} per piece, from ${describePieces(trim.moq)}. ${trim.description}`,
    picture: previewPicture(trim),
    jsonLd: trimPageJsonLd(trim, describeFacts(trim), readOrigin(matches)),
  });
}

export default function PurchasePage({ loaderData }: Route.ComponentProps) {
  const { trim, isSignedIn } = loaderData;
  const session = useLeaveWhenSignedOut();
  if (session.status === "out" || !isSignedIn) return <Waiting />;
  if (!trim) return <NoSuchTrim />;
  return (
    <div className={joinClasses(layoutStyles.wrap, styles.page)}>
      <TrimForSale trim={trim} />
      <OrderForm
        key={trim._id}
        className={styles.form}
        trim={trim}
        user={session.status === "in" ? session.user : undefined}
        delivery={"delivery" in loaderData ? loaderData.delivery : undefined}
        waiting={<WatchRequest key={trim._id} trim={trim} session={session} />}
      />
      <div className={styles.more}>
        <Relatives key={`relatives of ${trim._id}`} trim={trim} toPage={toPurchase} />
        <FactTable trim={trim} facts={describeFacts(trim)} />
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section)}>
      <LoadError title="The trim did not load" />
    </div>
  );
}

function TrimForSale({ trim }: { trim: Trim }) {
  return (
    <div className={styles.trim}>
      <TrimZoom key={trim._id} trim={trim} sizes={PICTURE_SIZES} isPale={describeStock(trim) === "out"} />
      <div className={styles.about}>
        <p className={textStyles.label}>
          {trim.line && `${lines[trim.line].name} · `}No. {formatArticle(trim.number)}
        </p>
        <h1>{withNonBreakingUnits(trim.name)}</h1>
        <p className={textStyles.lede}>{withNonBreakingUnits(trim.description)}</p>
      </div>
      <Stitch />
      <dl className={styles.figures}>
        <Figure what="price per piece" figure={formatUnitPrice(trim.price)} more={describeLowest(trim)} />
        <Figure what="available quantity" figure={formatPieces(trim.quantity)} />
        <Figure what="minimum order quantity" figure={formatPieces(trim.moq)} />
      </dl>
    </div>
  );
}

/** A relative's page of the same kind. */
function toPurchase({ _id }: Pick<Trim, "_id">): string {
  return `/purchase/${_id}`;
}

function Figure({ what, figure, more }: { what: string; figure: string; more?: string | undefined }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        <span className={styles.figure}>{figure}</span>
        {more && <span className={styles.more}> {more}</span>}
      </dd>
    </div>
  );
}

/** "$0.2410 from 25,000", the lowest price there is. */
function describeLowest({ priceBreaks }: Trim): string | undefined {
  const lowest = priceBreaks.at(-1);
  return lowest && `${formatUnitPrice(lowest.price)} from ${formatPieces(lowest.from)}`;
}

function NoSuchTrim() {
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section)}>
      <h1 className="sr">{handle.name}</h1>
      <EmptyState
        title="This trim is not in the catalogue"
        text="It may have been removed, or the address is incomplete."
        action={<ButtonLink to="/trims">See the trims</ButtonLink>}
      />
    </div>
  );
}

function Waiting() {
  askSessionEarly();
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section, styles.waiting)}>
      <NeedsScripts what="Ordering" />
      <Loading />
    </div>
  );
}
