// First: it says which layer wins.
import "./app.css";
import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, type LinksFunction, Meta, Outlet, Scripts, useMatches } from "react-router";
import { OrderDraftContext } from "#app/client/order-draft.ts";
import { SearchPaletteContext } from "#app/client/search-palette.ts";
import { brand, pageTitle } from "#app/content/brand.ts";
import { orderDraft } from "#app/features/sheets/draft/order-draft.ts";
import archivo from "#app/ui/fonts/archivo-common.woff2?url";
import narrow from "#app/ui/fonts/archivo-narrow-latin.woff2?url";
import besley from "#app/ui/fonts/besley-common.woff2?url";
import { Toasts } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/root.ts";
import { contactContext } from "./frame/contact-context.ts";
import { ErrorPage } from "./frame/error-page.tsx";
import { Header } from "./frame/header.tsx";
import { Shortcuts } from "./frame/keyboard-help.tsx";
import { NotFoundPicture } from "./frame/not-found-picture.tsx";
import { RouteAnnouncer } from "./frame/route-announcer.tsx";
import { ScrollPosition } from "./frame/scroll-position.tsx";
import { UnreachablePage } from "./frame/unreachable-page.tsx";
import { timeZoneContext, useTimeZone } from "./ui/time-zone.ts";

/** The shop's origin, contact address and time zone: from the settings, never from what a request claims. */
export function loader({ request, context }: Route.LoaderArgs) {
  const [contact, timeZone] = [context.get(contactContext), context.get(timeZoneContext)];
  return { origin: new URL(request.url).origin, contact, timeZone };
}

/** Around the page, in either scheme: the build writes it here, as the meta element takes no custom property. */
declare const THEME_COLOUR: { light: string; dark: string };

/** Settings never change. */
export function shouldRevalidate() {
  return false;
}

export const links: LinksFunction = () => [
  ...[besley, archivo, narrow].map((href) => ({
    rel: "preload" as const,
    as: "font" as const,
    type: "font/woff2",
    // Phones often have slow lines: there, fonts come after the page that they are for.
    media: "(min-width: 48rem)",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export function meta({ error }: Route.MetaArgs) {
  if (!error) return [{ title: brand.name }];
  return [
    { title: pageTitle(isNotFound(error) ? "Not found" : "Out of order") },
    { name: "robots", content: "noindex" },
  ];
}

const loadSearchPalette = () => import("./features/search/search-palette.tsx");

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The first script of a page adds an attribute (early-input.ts).
    <html lang="en" data-time-zone={useTimeZone()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOUR.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOUR.dark} />
        <Meta />
        <Links />
      </head>
      <body className={useBodyClass()}>
        <SearchPaletteContext value={loadSearchPalette}>
          <OrderDraftContext value={orderDraft}>{children}</OrderDraftContext>
        </SearchPaletteContext>
        <RouteAnnouncer />
        <UnreachablePage />
        <Toasts />
        <Shortcuts />
        <ScrollPosition />
        <Scripts />
      </body>
    </html>
  );
}

/** The body classes that pages request with `export const handle = { bodyClass: "…" }`. */
function useBodyClass(): string | undefined {
  const classes = useMatches().flatMap(({ handle }) => (hasBodyClass(handle) ? [handle.bodyClass] : []));
  return classes.length > 0 ? classes.join(" ") : undefined;
}

function hasBodyClass(handle: unknown): handle is { bodyClass: string } {
  return typeof handle === "object" && handle !== null && "bodyClass" in handle && typeof handle.bodyClass === "string";
}

/** The headers of a loader's answer, also for an error, such as what a missing page shows. */
export function headers({ errorHeaders, parentHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? parentHeaders;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFound(error)) return <ErrorPage />;
  return (
    <>
      <Header />
      <main id="main">
        <NotFoundPicture />
      </main>
    </>
  );
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
