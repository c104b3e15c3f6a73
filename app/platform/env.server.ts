import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { type Database, databaseVariables, readDatabase } from "./database-env.server.ts";
import { explainNoDemo, isDemo, isLoopback, listMissing } from "./demo-env.server.ts";
import type { Hosts } from "./http/input-guard.server.ts";
import type { LimitSettings, Rule } from "./http/limits.server.ts";
import { type MailSettings, mailVariables, readMail } from "./mail-env.server.ts";
import type { MetricsAddress } from "./metrics/serve.server.ts";
import { readStoredSecret, SECRET_LENGTH } from "./secret.server.ts";
import { readSeller, type SellerSettings, sellerVariables } from "./seller-env.server.ts";
import { readSocial, type SocialSettings, socialVariables } from "./social-env.server.ts";

const flag = z.enum(["1", "0", "true", "false"], "write 1 or 0").transform((text) => text === "1" || text === "true");
const origin = z
  .url({ protocol: /^https?$/, error: "write an address such as https://shop.example" })
  .refine((url) => URL.parse(url)?.origin === url.replace(/\/$/, ""), "write scheme, host and port only")
  .transform((url) => new URL(url).origin);

function whole(min: number, max: number) {
  const words = `write a whole number from ${min} to ${max}`;
  return z.coerce.number(words).int(words).min(min, words).max(max, words);
}

const networks = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : text.split(",").map((part) => part.trim())))
  .refine((parts) => parts.every(isNetwork), "write addresses or networks such as 10.0.0.0/8,::1, or none");

/**
 * `off`, or limits that override the defaults: `order-account=500/60` allows 500 in 60 minutes. PostgreSQL counts in 32
 * bits.
 */
const limits = z
  .string()
  .regex(
    /^(off|[a-z-]+=[1-9]\d{0,8}\/[1-9]\d{0,5}(\s*,\s*[a-z-]+=[1-9]\d{0,8}\/[1-9]\d{0,5})*)$/,
    "write off, or something like order-account=500/60: at most 999999999 in at most 999999 minutes",
  )
  .transform((text): LimitSettings => (text === "off" ? text : Object.fromEntries(text.split(",").map(readRule))));

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_ORIGIN: origin.optional(),
  ...databaseVariables,
  NAMED_STATEMENTS: flag.default(true),
  DATA_DIR: z.string().min(1).default("./data"),
  SECRET: z.string().min(SECRET_LENGTH, "write at least 32 random characters").optional(),
  DEMO: flag.optional(),
  DEMO_YEAR: flag.default(true),
  TRUSTED_PROXIES: networks.optional(),
  ADMIN_EMAIL: email.optional(),
  REQUIRE_VERIFIED_EMAIL: flag.optional(),
  ADMIN_SECOND_FACTOR: z.enum(["required", "optional"], "write required or optional").default("optional"),
  LIMITS: limits.default({}),
  TIME_ZONE: z.string().refine(isTimeZone, "write a name such as Europe/Stockholm").default("UTC"),
  LOG_REQUESTS: flag.default(false),
  METRICS: z
    .string()
    .regex(/^([\w.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i, "write host and port, such as 127.0.0.1:9464")
    .transform(readAddress)
    .refine(({ port }) => port > 0 && port < 65_536, "write host and port, such as 127.0.0.1:9464")
    .optional(),
  DRAIN_SECONDS: whole(0, 300).default(0),
  ...sellerVariables,
  ...socialVariables,
  ...mailVariables,
});

/** Every variable the shop reads. The npm scripts set `NODE_ENV`. */
export const settingNames = Object.keys(variables.omit({ NODE_ENV: true }).shape);

/** Settings that earlier versions read, and what to do instead. */
export const removedSettings: Record<string, string> = {
  DATABASE_READ_URL: "remove it; pages are read from the server in DATABASE_URL, too",
  WEB_CONCURRENCY: "start two shops on one DATABASE_URL behind a proxy, as docs/operations.md says",
  ...Object.fromEntries(
    ["ADDRESS", "PHONE", "REGISTER", "BANK", "TERMS"].map((name) => [`HOUSE_${name}`, `it is now SELLER_${name}`]),
  ),
};

/** The shop's settings, read and checked once. */
export type Env = {
  development: boolean;
  port: number;
  host: string;
  /** The scheme, host and port where people reach the shop; the only source of absolute addresses. */
  origin: string;
  /** Every origin whose pages may write: in demo mode, both names of this machine. */
  trustedOrigins: string[];
  /** The hosts the shop answers for: those of its origin, if that was set; undefined means all. */
  hosts: Hosts | undefined;
  /** An external PostgreSQL. Without it the shop runs its own in `dataDir`. */
  database: Database | undefined;
  dataDir: string;
  secret: string;
  demo: boolean;
  /** Whether a new demo begins with a year of trade. */
  demoYear: boolean;
  /** Our own proxies: we trust what they write into X-Forwarded-For. */
  trustedProxies: string[];
  /** The person who proves they own this address becomes an admin. */
  adminEmail: string | undefined;
  /** Whether placing orders and writing reviews takes a confirmed address. */
  requireVerifiedEmail: boolean;
  /** Whether the rights of an admin rest until they set up a second factor. */
  requireAdminSecondFactor: boolean;
  limits: LimitSettings;
  /** The shop's time zone: days to pay, wanted days and the days of lists are days there. */
  timeZone: string;
  seller: SellerSettings;
  /** Whether each request is logged. */
  logRequests: boolean;
  /** Where Prometheus may read metrics; undefined: nowhere. */
  metrics: MetricsAddress | undefined;
  /** How long the shop serves on after it was told to stop, in ms. */
  drainMs: number;
  social: SocialSettings;
  mail: MailSettings;
  /** The address people write to, shown on the pages and in every mail. */
  contact: string;
};

/** A bad setting. The message says what to write instead. */
export class EnvError extends Error {}

/** @throws EnvError when a variable is missing or wrong. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(set);
  const unread = [...listRemoved(set), ...listMisspelt(set)];
  if (!parsed.success || unread.length > 0)
    throw new EnvError([...unread, ...(parsed.error?.issues.map(describe) ?? [])].join("\n"));
  const { NODE_ENV, PORT, HOST, APP_ORIGIN, DATABASE_URL, DATA_DIR, SECRET } = parsed.data;
  const demo = isDemo(parsed.data);
  const isPublic = !demo && NODE_ENV === "production";
  if (DATABASE_URL && !isPublic && !SECRET)
    throw new EnvError("SECRET is needed with DATABASE_URL: write at least 32 random characters");
  const { social, faults } = readSocial(parsed.data);
  const { mail, faults: mailFaults } = readMail(parsed.data, isPublic);
  const { database, faults: databaseFaults } = readDatabase(parsed.data);
  faults.push(...databaseFaults, ...mailFaults, ...(isPublic ? listMissing(parsed.data) : []));
  if (Number(parsed.data.TAX_RATE ?? 0) > 0 && !parsed.data.SELLER_COUNTRY && !demo)
    faults.push("TAX_RATE needs SELLER_COUNTRY: write the two letters of the country where the company pays tax");
  if (faults.length > 0 && isPublic) faults.push(...explainNoDemo(parsed.data));
  if (faults.length > 0) throw new EnvError(faults.join("\n"));
  const dataDir = resolve(DATA_DIR);
  const ownOrigin = APP_ORIGIN ?? `http://localhost:${PORT}`;
  const loopback = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`];
  const hosts = [new URL(ownOrigin).host, ...(demo ? [`localhost:${PORT}`, `127.0.0.1:${PORT}`, `[::1]:${PORT}`] : [])];
  return {
    development: NODE_ENV === "development",
    port: PORT,
    host: HOST,
    origin: ownOrigin,
    trustedOrigins: [...new Set([ownOrigin, ...(demo ? loopback : [])])],
    // A page elsewhere may give its own name our address: nobody else listens on loopback.
    hosts: APP_ORIGIN ? hosts : isLoopback(HOST) ? "this machine" : undefined,
    database,
    dataDir,
    secret: SECRET ?? storedSecret(dataDir),
    demo,
    demoYear: parsed.data.DEMO_YEAR,
    trustedProxies: parsed.data.TRUSTED_PROXIES ?? [],
    adminEmail: parsed.data.ADMIN_EMAIL,
    requireVerifiedEmail: parsed.data.REQUIRE_VERIFIED_EMAIL ?? !demo,
    requireAdminSecondFactor: parsed.data.ADMIN_SECOND_FACTOR === "required",
    limits: parsed.data.LIMITS,
    timeZone: parsed.data.TIME_ZONE,
    seller: readSeller(parsed.data, demo),
    logRequests: parsed.data.LOG_REQUESTS,
    metrics: parsed.data.METRICS,
    drainMs: parsed.data.DRAIN_SECONDS * 1_000,
    social,
    mail,
    contact: parsed.data.CONTACT_EMAIL ?? mail.from.address,
  };
}

function listRemoved(set: object): string[] {
  const removed = Object.entries(removedSettings).filter(([name]) => name in set);
  return removed.map(([name, instead]) => `${name} is no longer a setting: ${instead}`);
}

/** Names that are those of settings but for capitals and underscores. */
function listMisspelt(set: object): string[] {
  const plain = (name: string) => name.toLowerCase().replaceAll("_", "");
  const names = new Map(settingNames.map((name) => [plain(name), name]));
  return Object.keys(set).flatMap((name) => {
    const meant = names.get(plain(name));
    return meant && meant !== name && !(meant in set) ? [`${name} is not a setting: did you mean ${meant}?`] : [];
  });
}

function readAddress(text: string): MetricsAddress {
  const at = text.lastIndexOf(":");
  return { host: text.slice(0, at).replace(/^\[(.*)\]$/, "$1"), port: Number(text.slice(at + 1)) };
}

function readRule(text: string): [name: string, rule: Rule] {
  const [name = "", points, minutes] = text.trim().split(/[=/]/);
  return [name, { points: Number(points), minutes: Number(minutes) }];
}

/**
 * A region and a place, or UTC: PostgreSQL reads short names and offsets in its own way. Intl lists old names alone,
 * and takes all.
 */
function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !name.includes("/")) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")} is wrong: ${issue.message}`;
}

function storedSecret(dataDir: string): string {
  try {
    return readStoredSecret(dataDir);
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
