import { type Served, serve } from "#app/platform/http/handler.server.ts";
import * as contract from "./contract.ts";
import { streamCatalogue } from "./export.server.ts";

/** The catalogue as a file. */
export const catalogueApi = (): Served[] => [
  serve(contract.downloadCatalogue, async ({ db, setHeader }) => {
    setHeader("Content-Disposition", 'attachment; filename="items.csv"');
    return streamCatalogue(db);
  }),
];
