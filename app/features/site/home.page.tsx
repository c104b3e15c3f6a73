import { data, redirect } from "react-router";
import { apiContext, apiThrough } from "#app/client/api.ts";
import { brand } from "#app/content/brand.ts";
import type { CachePolicy } from "#app/contract/cache-policy.ts";
import { REVIEWS } from "#app/features/reviews/page-subjects.ts";
import { toListed } from "#app/features/trims/list/listed-trim.ts";
import { TRIMS } from "#app/features/trims/page-subjects.ts";
import { trimJsonLd } from "#app/features/trims/trim-json-ld.ts";
import { pageMeta, readOrigin } from "#app/frame/page-meta.ts";
import { orUnloaded } from "#app/lists/use-loading.ts";
import type { Route } from "./+types/home.page.ts";
import { Carousel } from "./carousel.tsx";
import { firstPictureHints } from "./carousel-pictures.tsx";
import { homeAsked, homeQuery, movedHref } from "./home-query.ts";
import { Nominations } from "./nominations.tsx";
import { ReviewsList } from "./reviews-list.tsx";
import { Summery } from "./summery.tsx";
import { TrimsList } from "./trims-list.tsx";
import { WhyUs } from "./why-us.tsx";

const cache: CachePolicy = { query: homeQuery, tags: () => [TRIMS, REVIEWS] };
export const handle = { cache };

export const links = firstPictureHints;

const MOVED = 308;

export async function loader({ request, context }: Route.LoaderArgs) {
  const callApi = apiThrough(context.get(apiContext));
  const { searchParams } = new URL(request.url);
  const moved = movedHref(searchParams);
  if (moved) throw redirect(moved, MOVED);
  const asked = homeAsked(searchParams);
  const [trims, reviews] = await Promise.all([
    orUnloaded(callApi("GET /trims", { query: { limit: asked.show, sort: "newest" } })),
    orUnloaded(callApi("GET /reviews", { query: { limit: asked.reviews, perPerson: "1" } })),
  ]);
  const isWhole = trims !== null && reviews !== null;
  // Do not cache an incomplete page for the next visitor.
  const tags = trims && { ...trims, rows: trims.rows.map(toListed) };
  return data({ asked, trims: tags, reviews }, isWhole ? undefined : { headers: { "Cache-Control": "no-store" } });
}

/** When the network is down, the lists say so and the rest of the page stays. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { asked: homeAsked(new URL(request.url).searchParams), trims: null, reviews: null };
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const origin = readOrigin(matches);
  return pageMeta(matches, {
    path: "/",
    title: "Home",
    description:
      "Buttons, zippers, rivets, belts, labels, hangtags and threads for denim and garments, by the piece, from the pioneer of trims suppliers.",
    jsonLd: {
      "@graph": [
        {
          "@type": "Organization",
          name: brand.name,
          slogan: brand.slogan,
          url: `${origin}/`,
          logo: `${origin}/icons/icon-512.png`,
        },
        {
          "@type": "ItemList",
          name: "Trims by the piece",
          numberOfItems: loaderData?.trims?.total ?? 0,
          itemListElement: (loaderData?.trims?.rows ?? []).map((trim, index) => ({
            "@type": "ListItem",
            position: index + 1,
            item: trimJsonLd(trim, origin),
          })),
        },
      ],
    },
  });
}

export default function HomePage({ loaderData: { asked, trims, reviews } }: Route.ComponentProps) {
  return (
    <>
      <Carousel />
      <TrimsList trims={trims} asked={asked} />
      <Nominations />
      <Summery />
      <ReviewsList reviews={reviews} asked={asked} />
      <WhyUs />
    </>
  );
}
