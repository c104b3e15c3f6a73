import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";

export type RenderOptions = {
  /** Asked for each page, so that development may hand out a fresh build. */
  load: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** Puts what loaders on the server need into their context. */
  fill: (context: RouterContextProvider, build: ServerBuild) => void;
};

/** Renders the pages of a React Router build. */
export function createRenderer({ load, mode, fill }: RenderOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const build = await load();
    const context = new RouterContextProvider();
    fill(context, build);
    return createRequestHandler(build, mode)(request, context);
  };
}
