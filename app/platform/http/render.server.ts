import type { RequestHandler, RouterContextProvider, ServerBuild } from "react-router";
import type { Audience } from "./page-bytes.server.ts";
import type { Render } from "./page-cache.server.ts";

export type RenderOptions = {
  /** Called for each page, so development can supply a fresh build. */
  load: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** Gives server loaders what they need in their context. */
  fill: (context: RouterContextProvider, build: ServerBuild, audience: Audience) => void;
};

/** Renders the pages of a React Router build. */
export function createRenderer({ load, mode, fill }: RenderOptions): Render {
  let handler: { build: ServerBuild; handle: RequestHandler } | undefined;
  return async (request, audience) => {
    // Not needed until the first page (docs/decisions/104).
    const [build, { createRequestHandler, RouterContextProvider }] = await Promise.all([
      load(),
      import("react-router"),
    ]);
    // It sorts all routes of a build when it is made.
    if (handler?.build !== build) handler = { build, handle: createRequestHandler(build, mode) };
    const context = new RouterContextProvider();
    fill(context, build, audience);
    return handler.handle(request, context);
  };
}
