import { invalidInput, notFound } from "#app/contract/problem.ts";
import { recordExport } from "#app/features/audit/queries.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { catalogueActions } from "./audit-actions.server.ts";
import * as contract from "./contract.ts";
import { streamCatalogue } from "./export.server.ts";
import { applyFile, dryRun } from "./import.server.ts";
import { notACsvFile } from "./problems.ts";
import * as queries from "./queries.server.ts";

/** The catalogue as a file. */
export const catalogueApi = ({ emailContext }: { emailContext: EmailContext }): Served[] => [
  serve(contract.downloadCatalogue, async (call) => {
    const { db, setHeader } = call;
    const about = { object: "items", objectId: "items", before: null, after: null };
    await recordExport(call, { action: catalogueActions.export, ...about });
    setHeader("Content-Disposition", 'attachment; filename="items.csv"');
    return streamCatalogue(db, call.query.separator);
  }),

  serve(contract.importCatalogue, async (call) => {
    const { db, who, from, query, changed } = call;
    const { file, name } = await readUpload(call.file, call.request);
    const reading = { encoding: query.encoding, commaIsPoint: query.decimal === "comma" };
    // What changes is said when it has changed.
    changed();
    if (query.token === undefined) {
      if (!query.dryRun) refuse(invalidInput, "Please send dryRun=1, or the token of a dry run.");
      return dryRun(db, file, reading);
    }
    if (query.dryRun) refuse(invalidInput, "Please send dryRun=1 or a token, not both.");
    const about = { name: query.name ?? name ?? "items.csv", token: query.token };
    return applyFile({ db, who, from, emailContext, file, reading, changed, ...about });
  }),

  serve(contract.listImports, ({ db }) => queries.listImports(db)),

  serve(contract.downloadImport, async ({ db, params, setHeader }) => {
    const { file, name } = (await queries.findFile(db, params.id)) ?? refuse(notFound, "This import does not exist.");
    setHeader("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`);
    return new Blob([new Uint8Array(file)]).stream();
  }),
];

/** The file of a request: its body, or the first file of its form, with its name if the shop can keep it. */
async function readUpload(
  bytes: Uint8Array,
  request: Request,
): Promise<{ file: Uint8Array; name?: string | undefined }> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/")) return { file: bytes };
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  const sent = [...(form?.values() ?? [])].find((value) => value instanceof File);
  if (!sent) return refuse(notACsvFile, "The form has no file.");
  return { file: await sent.bytes(), name: contract.fileName.safeParse(sent.name).data };
}
