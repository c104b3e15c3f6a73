import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { pageTitle } from "#app/content/brand.ts";
import { State } from "#app/ui/states.tsx";
import type { Route } from "./+types/popup-end.page.ts";
import { POPUP_CHANNEL, POPUP_OPENER_POLICY } from "./contract.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Signing in") },
  { name: "robots", content: "noindex" },
];

export function headers() {
  return {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": POPUP_OPENER_POLICY,
  };
}

/** The end of a provider's popup: notifies the page that opened it, and closes. */
export default function PopupEndPage() {
  const [query] = useSearchParams();
  const attempt = query.get("attempt");
  const error = query.get("error");
  useEffect(() => {
    if (attempt) {
      const channel = new BroadcastChannel(POPUP_CHANNEL);
      channel.postMessage({ attempt, error });
      channel.close();
    }
    window.close();
  }, [attempt, error]);
  return (
    <main id="main">
      <State>
        <p>This window may be closed.</p>
      </State>
    </main>
  );
}
