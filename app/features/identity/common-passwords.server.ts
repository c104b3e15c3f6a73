import { readFileSync } from "node:fs";
import { invalidInput } from "#app/contract/problem.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

const list = readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const whole = new Set(list);
/** The password without the digits people append to get a word accepted. */
const words = new Set(list.map(withoutTail).filter((word) => word.length >= 4));
const repeated = /^(.{1,4})\1+$/u;
const runs = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
];

/** Whether a guesser would try this password early: capitals or a year after a common word do not help. */
function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const bare = strip(plain);
  return (
    [plain, bare].some((text) => whole.has(text) || words.has(withoutTail(text))) ||
    repeated.test(plain) ||
    runs.some((run) => run.includes(plain))
  );
}

/** Who the password is for. */
type Owner = { email: string; name?: string };

/** @throws Refusal invalid-input at `field`, if the password is a common one, or names its owner (ASVS 6.2.11). */
export function refuseCommon(password: string, field: string, { email, name = "" }: Owner): void {
  const fail = (message: string): never => refuse(invalidInput, message, [{ field, message }]);
  if (isCommonPassword(password)) fail("This password is among the most common ones. Please choose another.");
  const bare = withoutTail(strip(password));
  const [local = ""] = email.split("@");
  const isOwn = [email, local, name]
    .map((text) => withoutTail(strip(text)))
    .some((text) => text !== "" && text === bare);
  if (isOwn) fail("This password is your name or address. Please choose another.");
}

/** Letters and digits alone: marks between words do not help. */
function strip(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Without up to four digits and up to two signs at the end. */
function withoutTail(text: string): string {
  return text.replace(/[^\p{L}\p{N}]{0,2}$/u, "").replace(/\d{1,4}$/, "");
}
