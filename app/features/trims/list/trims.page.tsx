import { data, Form, useNavigate } from "react-router";
import { ApiProblem, apiContext, apiThrough } from "#app/client/api.ts";
import { lines } from "#app/content/lines.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { formatPieces } from "#app/contract/money.ts";
import { readWithout } from "#app/contract/search.ts";
import { filterNames } from "#app/features/trims/facts.ts";
import { TRIMS } from "#app/features/trims/page-subjects.ts";
import { trimJsonLd } from "#app/features/trims/trim-json-ld.ts";
import { pageMeta, readOrigin } from "#app/frame/page-meta.ts";
import type { Skip } from "#app/frame/skip-link.tsx";
import { orUnloaded, useIsLoading } from "#app/lists/use-loading.ts";
import { Button } from "#app/ui/button.tsx";
import control from "#app/ui/control.module.css";
import { IconFilter } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import type { Route } from "./+types/trims.page.ts";
import { HiddenFields } from "./hidden-fields.tsx";
import { toListed } from "./listed-trim.ts";
import { NoTrims } from "./no-trims.tsx";
import { FILTER, TrimFilter } from "./trim-filter.tsx";
import { TrimLines } from "./trim-lines.tsx";
import { TrimSearch } from "./trim-search.tsx";
import { TrimStrip } from "./trim-strip.tsx";
import { TrimTags } from "./trim-tags.tsx";
import styles from "./trims.page.module.css";
import {
  countFilters,
  TRIMS_STEP,
  type TrimsAsked,
  trimsAsked,
  trimsFilter,
  trimsHref,
  trimsSearch,
} from "./trims-query.ts";
import { Without } from "./without.tsx";

const cache: CachePolicy = { query: (search) => trimsSearch(trimsAsked(search)), tags: () => [TRIMS] };
const skip: Skip = { to: "found", label: "Skip to the trims" };
export const handle = { cache, skip };

export async function loader({ request, context }: Route.LoaderArgs) {
  const callApi = apiThrough(context.get(apiContext));
  const asked = trimsAsked(new URL(request.url).searchParams);
  const filter = trimsFilter(asked);
  // Without words there is no best match: the newest come first, as on the home page.
  const sort = asked.sort ?? (asked.q ? undefined : "newest");
  const listed = callApi("GET /trims", { query: { ...filter, sort, limit: asked.show } });
  const [trims, without, counts] = await Promise.all([
    orUnloaded(listed),
    listed.then(({ headers }) => readWithout(headers)).catch(() => []),
    countSoftly(callApi("GET /trims/facets", { query: filter })),
  ]);
  const isNothing = trims?.total === 0 && asked.q !== "";
  const nearest = isNothing ? await orUnloaded(callApi("GET /trims/suggestions", { query: { q: asked.q } })) : null;
  const isWhole = trims !== null && counts !== null;
  // The list is counted up to a limit; the choices are counted completely.
  const counted = counts ? { total: counts.total, isCapped: false } : {};
  const shown = {
    trims: trims && { ...trims, ...counted, rows: trims.rows.map(toListed) },
    nearest: nearest?.rows.map(toListed) ?? [],
  };
  // Do not cache an incomplete page for the next visitor.
  return data({ asked, counts, without, ...shown }, isWhole ? undefined : { headers: { "Cache-Control": "no-store" } });
}

/** When the network is down, the list says so and the rest of the page stays. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    return {
      asked: trimsAsked(new URL(request.url).searchParams),
      counts: null,
      without: [],
      trims: null,
      nearest: [],
    };
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/**
 * Robots may index each line; filtered, searched or sorted lists show the same trims again, and name their line as
 * canonical.
 */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  const origin = readOrigin(matches);
  const line = loaderData?.asked.line;
  return pageMeta(matches, {
    path: line ? `/trims?line=${line}` : "/trims",
    title: line ? lines[line].name : "Trims",
    description: `${line ? lines[line].name : "Buttons, zippers, rivets, belts, labels, hangtags and threads"} for denim and garments, by the piece: by finish, colour, material, size, certificate and stock.`,
    jsonLd: {
      "@type": "ItemList",
      name: line ? lines[line].name : "Trims by the piece",
      numberOfItems: loaderData?.trims?.total ?? 0,
      itemListElement: (loaderData?.trims?.rows ?? []).map((trim, index) => ({
        "@type": "ListItem",
        position: index + 1,
        item: trimJsonLd(trim, origin),
      })),
    },
  });
}

export default function TrimsPage({ loaderData: { asked, trims, without, counts, nearest } }: Route.ComponentProps) {
  const isLoading = useIsLoading("/trims");
  const inUse = countFilters(asked);
  const total = trims?.total ?? 0;
  const found = `${trims?.isCapped ? "more than " : ""}${formatPieces(total)} ${total === 1 ? "trim" : "trims"}`;
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section, styles.page)}>
      <SectionHead
        as="h1"
        title="Trims by the piece"
        lede="Every price is per piece. Each tag shows the minimum order and what is in the warehouse today."
      />
      <TrimLines asked={asked} counts={counts} />
      <div className={styles.find}>
        <div className={styles.bar}>
          <TrimSearch value={asked.q} hrefOf={(q) => trimsHref({ q, sort: asked.sort })}>
            <HiddenFields asked={asked} names={["line", ...filterNames, "sizeFrom", "sizeTo", "inStock"]} />
          </TrimSearch>
          <p className={styles.found} aria-live="polite">
            {without.length > 0 && (
              <span className={styles.without}>
                <Without words={without} />:{" "}
              </span>
            )}
            {trims && found}
          </p>
          <Button popoverTarget={FILTER} kind="line" size="small" className={styles.open}>
            <IconFilter />
            Filter
            {inUse > 0 && (
              <span className={styles.inUse}>
                {inUse}
                <span className="sr"> in use</span>
              </span>
            )}
          </Button>
          <Sort asked={asked} />
          <TrimStrip asked={asked} counts={counts} />
        </div>
        <TrimFilter asked={asked} counts={counts} found={found} />
        <div className={styles.list}>
          <h2 id={skip.to} tabIndex={-1} className="sr">
            Trims found
          </h2>
          <TrimTags
            trims={trims}
            isLoading={isLoading}
            subject={trimsHref({ ...asked, show: TRIMS_STEP })}
            show={asked.show}
            hrefOf={(show) => trimsHref({ ...asked, show })}
            narrow
            empty={<NoTrims asked={asked} nearest={nearest} />}
          />
        </div>
      </div>
    </div>
  );
}

const sorts = {
  newest: "Newest",
  ordered: "Most ordered",
  price: "Price, lowest first",
  "-price": "Price, highest first",
};

function Sort({ asked }: { asked: TrimsAsked }) {
  const navigate = useNavigate();
  return (
    <Form method="get" action="/trims" className={styles.sort} data-unprinted>
      <HiddenFields asked={asked} names={["q", "line", ...filterNames, "sizeFrom", "sizeTo", "inStock"]} />
      <label htmlFor="sort">Sort by</label>
      <select
        // A change of the default also starts over: without words the newest come first, with them the best match.
        key={asked.sort ?? Boolean(asked.q).toString()}
        id="sort"
        name="sort"
        defaultValue={asked.sort ?? (asked.q ? "" : "newest")}
        className={joinClasses(control.control, styles.by)}
        onChange={({ currentTarget: { value } }) => {
          const sort = new URLSearchParams({ sort: value });
          void navigate(trimsHref({ ...asked, sort: trimsAsked(sort).sort, show: TRIMS_STEP }), {
            preventScrollReset: true,
          });
        }}
      >
        {asked.q && <option value="">Best match</option>}
        {Object.entries(sorts).map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </select>
      <noscript>
        <Button type="submit" kind="text" size="small">
          Sort
        </Button>
      </noscript>
    </Form>
  );
}

async function countSoftly<Counts>(call: Promise<{ data: Counts }>): Promise<Counts | null> {
  try {
    return (await call).data;
  } catch (error) {
    if (error instanceof ApiProblem) return null;
    throw error;
  }
}
