// Lists everything that the shop is made of, as CycloneDX: `npm run sbom -- FILE`. Exits with 1, naming the package, if
// one has a licence that has not been approved.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { z } from "zod";

/**
 * Licences that allow running and changing a shop without publishing it. LGPL and MPL apply only to their own files.
 */
const agreed = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "Zlib", "Unlicense"],
  ...["Apache-2.0", "Python-2.0", "OFL-1.1", "MPL-2.0", "LGPL-3.0-or-later"],
]);
/** Packages that name no licence in their package.json, with that of their LICENSE file. */
const read = new Map([["png-js", "MIT"]]);

const licence = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
]);
const bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string(), version: z.string(), licenses: z.array(licence).optional() })),
});

const [file] = process.argv.slice(2);
if (!file) {
  console.error("Write: npm run sbom -- FILE");
  process.exit(2);
}
const { stdout } = await promisify(execFile)("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
  maxBuffer: 64 * 1024 * 1024,
});
const all = bom.parse(JSON.parse(stdout));
// npm uses the name of the folder.
all.metadata.component.name = "rivet-and-reed";
writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);

const strangers = all.components.filter((one) => !isAgreed(read.get(one.name) ?? nameLicence(one.licenses)));
for (const { name, version, licenses } of strangers) {
  console.error(
    `${name} ${version}: ${nameLicence(licenses) || "no licence"}. Read it, then add it to bin/sbom.ts or do without.`,
  );
}
console.log(`${file} lists ${all.components.length} packages; ${strangers.length} have a licence that is not agreed.`);
process.exitCode = strangers.length > 0 ? 1 : 0;

function nameLicence(licenses: z.infer<typeof licence>[] = []): string {
  return licenses
    .map((one) => ("license" in one ? (one.license.id ?? one.license.name ?? "") : one.expression))
    .join(" AND ");
}

/** All parts of an AND, one of an OR. */
function isAgreed(expression: string): boolean {
  const parts = expression.replace(/[()]/g, "").split(/ AND /);
  return parts.every((part) => part.split(/ OR /).some((one) => agreed.has(one.trim())));
}
