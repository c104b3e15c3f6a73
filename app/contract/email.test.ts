import { expect, it } from "vitest";
import { email, normaliseEmail } from "./email.ts";

it.each([
  ["Ann@Mill.com", "ann@mill.com"],
  [" ann@mill.com\u200b", "ann@mill.com"],
  ["\u202aann\u00ad@mill.com\u202c\u00a0", "ann@mill.com"],
  ["user@müller.de", "user@xn--mller-kva.de"],
  ["user@MU\u0308LLER.de", "user@xn--mller-kva.de"],
  ["user@straße.de", "user@xn--strae-oqa.de"],
  ["user@例子.广告", "user@xn--fsqu00a.xn--4rr70v"],
  ["user@xn--mller-kva.de", "user@xn--mller-kva.de"],
  [`${"a".repeat(64)}@mill.com`, `${"a".repeat(64)}@mill.com`],
])("%j is stored as %s", (typed, stored) => {
  expect(normaliseEmail(typed)).toBe(stored);
  expect(normaliseEmail(stored)).toBe(stored);
});

it.each([
  "x@mill.c",
  `${"a".repeat(65)}@mill.com`,
  `x@${"a".repeat(64)}.com`,
  `x@mill.${"a".repeat(64)}`,
  // Letters that only look like those of an address never become them.
  "\u212Aim@mill.com",
  "kim@\u212Aill.com",
  "kim@ｍｉｌｌ.com",
  "kim@mi\u2113l.com",
  "用户@例子.广告",
  "user@mü ller.de",
  "user@mü/ller.de",
  "user@mü:80.de",
  "a@b@müller.de",
  "user@.müller.de",
  "user@müller",
  'user@"müller".de',
])("%j is refused", (typed) => expect(normaliseEmail(typed)).toBeUndefined());

it.each(["jürgen@mill.com", "用户@例子.广告"])("%j is refused with the reason: the part before the @", (typed) => {
  const [issue] = email.safeParse(typed).error?.issues ?? [];
  expect(issue?.message).toBe("Before the @ we can take only the letters a to z, digits and signs, without accents");
});
