import { createRoute } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import {
  bodyTooLarge,
  invalidInput,
  notAllowed,
  notJson,
  notSignedIn,
  type Problem,
  proofNeeded,
  secondFactorNeeded,
  secondFactorRequired,
  unavailable,
} from "#app/contract/problem.ts";
import { problemDocument } from "#app/contract/problem-document.ts";
import { requireFile, requireJson, requireJsonIfAny } from "./body.server.ts";

const securityOf: Record<Endpoint["access"], Record<string, string[]>[]> = {
  public: [],
  cookie: [{ cookie: [] }],
  "signed-in": [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

/** What the reference says of an answer that is kept. */
const etag = {
  header: { ETag: "names this answer; absent when the request had a cookie or a token" },
  parameter: {
    name: "If-None-Match",
    in: "header",
    description: "the ETags of answers that the caller has",
    schema: { type: "string" },
  } as const,
  response: { description: "The caller has the answer already: `If-None-Match` named its ETag" },
};

/** The route of an endpoint, with its line in the OpenAPI document, behind these guards. */
export function toRoute(endpoint: Endpoint, guards: MiddlewareHandler[]) {
  const { method, path, summary, access, byCookie, redirects, isCached, output } = endpoint;
  const { params, query, headers, body, isBodyOptional, takes } = endpoint;
  const outputHeaders = { ...endpoint.outputHeaders, ...(isCached ? etag.header : {}) };
  const problemsByStatus = Map.groupBy(new Set(listProblems(endpoint)), ({ status }) => status);
  const bodyChecks = takes ? requireFile(takes) : isBodyOptional ? [requireJsonIfAny] : body ? [requireJson] : [];
  return createRoute({
    method: method.toLowerCase() as Lowercase<typeof method>,
    path,
    summary,
    tags: [path.split("/")[1] ?? ""],
    security: byCookie ? [{}, { cookie: [] }] : securityOf[access],
    middleware: [...guards, ...bodyChecks],
    ...(isCached ? { parameters: [etag.parameter] } : {}),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { headers } : {}),
      ...(body ? { body: { required: !isBodyOptional, content: { "application/json": { schema: body } } } } : {}),
      ...(takes
        ? { body: { required: true, content: Object.fromEntries(takes.types.map((type) => [type, {}])) } }
        : {}),
    },
    responses: {
      ...(redirects
        ? { 302: { description: summary, headers: z.object({ Location: output }) } }
        : {
            200: {
              description: summary,
              content: { [endpoint.gives ?? "application/json"]: { schema: output } },
              headers: z.object(Object.fromEntries(Object.entries(outputHeaders).map(describeHeader))),
            },
          }),
      ...(isCached ? { 304: etag.response } : {}),
      ...Object.fromEntries([...problemsByStatus].map(describeProblem)),
    },
  });
}

function describeHeader([name, description]: [string, string]) {
  return [name, z.string().optional().meta({ description })] as const;
}

/** All the refusals of an endpoint: those that follow from its declaration, then its own. */
export function listProblems({ access, proof, params, query, body, refuses = [] }: Endpoint): Problem[] {
  return [
    ...(params || query || body ? [invalidInput] : []),
    ...(access === "public" ? [] : [notSignedIn]),
    ...(access === "cookie" ? [secondFactorNeeded] : []),
    ...(access === "signed-in" || access === "admin" ? [notAllowed] : []),
    ...(access === "admin" ? [secondFactorRequired] : []),
    ...(proof ? [proofNeeded] : []),
    ...(body ? [bodyTooLarge, notJson] : []),
    ...refuses,
    unavailable,
  ];
}

function describeProblem([status, problems]: [number, Problem[]]) {
  const content = { "application/problem+json": { schema: problemDocument } };
  return [status, { description: problems.map(({ code, title }) => `${code}: ${title}`).join("; "), content }] as const;
}
