// Stops an old Node with a sentence, not a syntax error from deep inside: `node --import=./bin/require-node.mjs …`.
// Runs on Node 12 and up.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const needed = engines.node.replace(">=", "");

if (isOlder(process.versions.node, needed)) {
  console.error(
    "Rivet & Reed needs Node " +
      needed +
      " or newer and this is " +
      process.versions.node +
      ": run it through the npm scripts after `npm ci`, which brings Node 24 along on Linux; elsewhere install Node 24.",
  );
  process.exit(1);
}

function isOlder(version, floor) {
  const ours = version.split(".").map(Number);
  const theirs = floor.split(".").map(Number);
  const place = theirs.findIndex((number, index) => number !== ours[index]);
  return place !== -1 && ours[place] < theirs[place];
}
