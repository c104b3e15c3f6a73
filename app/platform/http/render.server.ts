import type { RequestHandler, RouterContextProvider, ServerBuild } from "react-router";

export type RenderOptions<For> = {
  /** Called for each page, so development can supply a fresh build. */
  load: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** Gives server loaders what they need in their context; `reader` is who the page is for. */
  fill: (context: RouterContextProvider, build: ServerBuild, reader: For) => void;
};

/** Renders the pages of a React Router build. */
export function createRenderer<For>({ load, mode, fill }: RenderOptions<For>) {
  let handler: { build: ServerBuild; handle: RequestHandler } | undefined;
  return async (request: Request, reader: For): Promise<Response> => {
    // Not needed until the first page (docs/decisions/093).
    const [build, { createRequestHandler, RouterContextProvider }] = await Promise.all([
      load(),
      import("react-router"),
    ]);
    // It sorts all routes of a build when it is made.
    if (handler?.build !== build) handler = { build, handle: createRequestHandler(build, mode) };
    const context = new RouterContextProvider();
    fill(context, build, reader);
    return handler.handle(request, context);
  };
}
