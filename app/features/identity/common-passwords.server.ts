import { readFileSync } from "node:fs";

const list = new Set(
  readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")),
);
const patterns = [/^(.)\1+$/u, /^(.{1,4})\1+$/u];
const runs = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
];

/** Whether a guesser would try this password among the first: letters' case and digits at the end do not save it. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const word = plain.replace(/[\d!?.*@#$]+$/, "");
  return (
    list.has(plain) ||
    list.has(word) ||
    patterns.some((pattern) => pattern.test(plain)) ||
    runs.some((run) => run.includes(plain))
  );
}
