import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Handler } from "hono";
import type { Api } from "./api.server.ts";
import { copyFor, type Stored, storeResponse, toResponse } from "./copies.server.ts";

const viewer = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
const files = { "swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript" };

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API : Rivet &amp; Reed</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: "openapi.json", dom_id: "#reference", deepLinking: true });\n`;

/** Mounts `/openapi.json`, made from the contract, and its viewer at `/docs`, served entirely from our own origin. */
export function mountReference(api: Api): void {
  const about = {
    openapi: "3.1.0",
    info: { title: "Rivet & Reed", version: "1", description: "The wholesale shop of a maker of garment trims." },
    servers: [{ url: "/api" }],
  };
  api.get(
    "/openapi.json",
    serveMade("application/json", async () => JSON.stringify(api.getOpenAPI31Document(about))),
  );
  api.use("/docs/*", async (c, next) => {
    await next();
    // The viewer sets style attributes and draws small pictures itself.
    c.header("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
  });
  api.get("/docs", (c) => c.html(page));
  api.get("/docs/start.js", (c) => c.body(start, 200, { "Content-Type": "text/javascript" }));
  for (const [file, type] of Object.entries(files)) {
    api.get(
      `/docs/${file}`,
      serveMade(type, () => readFile(join(viewer, file), "utf8")),
    );
  }
}

/** Serves a text that never changes. It is made and compressed once, for the first who asks: that takes 0.1 s. */
function serveMade(type: string, make: () => Promise<string>): Handler {
  const headers = {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "public, max-age=0, must-revalidate",
  };
  let made: Promise<Stored> | undefined;
  return async (c) => {
    made ??= make().then((text) => storeResponse(new Response(text, { headers })));
    return toResponse(await copyFor(await made, c.req.header("accept-encoding")), c.req.header("if-none-match"));
  };
}
