import { readFileSync } from "node:fs";
import { report, type Trial } from "../trial.ts";

/** The blocks of docs/operations.md about several machines, as typed; addresses and passwords are this cluster's. */
export const seeDocs: Trial = async ({ cluster }) => {
  const page = readFileSync("docs/operations.md", "utf8");
  const blocks = [...page.matchAll(/^```sh ha\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => commands);
  const { code, said } = await cluster.type(blocks.join("\n"));
  if (code !== 0) console.log(said);
  report(`${blocks.length} blocks of docs/operations.md end with`, code, 0);
  const words = ["Sync Standby", "Leader", "ready", "Successfully switched over", "3s", "is healthy"];
  report(
    "they say",
    words.filter((word) => said.includes(word)),
    words,
  );
};
