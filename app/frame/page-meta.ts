import type { MetaDescriptor } from "react-router";
import { brand, pageTitle } from "#app/content/brand.ts";

type Page = {
  /** The canonical URL, however the page was reached. */
  path: `/${string}`;
  title: string;
  description: string;
  /** For shared links; wide, at least 600 x 315. */
  picture?: { path: string; alt: string; width: number; height: number };
  jsonLd?: Record<string, unknown>;
  /** Search engines are asked to leave it out; link previews read it all the same. */
  isUnlisted?: boolean;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const sharePicture = {
  path: "/images/site/share.jpg",
  alt: "Rivet & Reed: brass rivets and buttons on indigo twill",
  width: 1200,
  height: 630,
};

/** Everything the head of a public page says about it. */
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const origin = readOrigin(matches);
  const url = origin + page.path;
  const title = pageTitle(page.title);
  const picture = page.picture ?? sharePicture;
  return [
    { title },
    { name: "description", content: page.description },
    ...(page.isUnlisted ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: new URL(picture.path, origin || "http://in.process").href },
    { property: "og:image:alt", content: picture.alt },
    { property: "og:image:width", content: String(picture.width) },
    { property: "og:image:height", content: String(picture.height) },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.jsonLd ? [{ "script:ld+json": { "@context": "https://schema.org", ...page.jsonLd } }] : []),
  ];
}

/** The shop's origin, such as "https://shop.example"; empty when the root's loader failed. */
export function readOrigin(matches: Matches): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return typeof root === "object" && root !== null && "origin" in root ? String(root.origin) : "";
}
