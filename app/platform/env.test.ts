import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { EnvError, readEnv, removedSettings, settingNames } from "./env.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "rivet-env-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const external = { DATABASE_URL: "postgres://shop@db.example/shop" };
const secret = { SECRET: "x".repeat(32) };
const smtp = { SMTP_URL: "smtps://shop:pass@mail.example", MAIL_FROM: "shop@shop.example" };

const open = { ...secret, ...smtp, APP_ORIGIN: "https://shop.example", TRUSTED_PROXIES: "none" };

describe("a demo, whose passwords everybody may read", () => {
  it.each([
    [{ APP_ORIGIN: "http://localhost:8080" }],
    [{ APP_ORIGIN: "http://shop.localhost" }],
    [{ APP_ORIGIN: "http://127.0.0.2:3000", HOST: "127.0.0.2" }],
    [{ APP_ORIGIN: "http://[::1]:3000", HOST: "::1" }],
    [{ HOST: "localhost" }],
    [{ APP_ORIGIN: "https://shop.example", HOST: "0.0.0.0", DEMO: "1" }],
    [{ ...external, ...secret, DEMO: "1" }],
  ])("is what %j starts", (source) => {
    expect(readEnv({ DATA_DIR: dataDir, ...source }).demo).toBe(true);
  });

  it.each([
    [{ APP_ORIGIN: "https://shop.example" }],
    [{ APP_ORIGIN: "http://localhost.shop.example" }],
    [{ APP_ORIGIN: "http://127.0.0.1.shop.example" }],
    [{ HOST: "0.0.0.0" }],
    [{ HOST: "::" }],
    [{ HOST: "192.168.1.7" }],
    [{ DEMO: "0" }],
    [external],
  ])("is not what %j starts, and such a shop lacks all that the public needs", (source) => {
    expect(readEnv({ DATA_DIR: dataDir, ...open, ...source }).demo).toBe(false);
    expect(() => readEnv({ DATA_DIR: dataDir, ...source })).toThrow(EnvError);
    for (const name of Object.keys({ ...open, ...source })) {
      if (name in source || name === "MAIL_FROM") continue;
      const without = { DATA_DIR: dataDir, ...open, ...source, [name]: "" };
      expect(() => readEnv(without), name).toThrow(`${name} is needed`);
    }
  });

  it("can be asked for where its own address hints at the public, and the refusal says how", () => {
    expect(() => readEnv({ DATA_DIR: dataDir, HOST: "0.0.0.0" })).toThrow("write DEMO=1");
    expect(() => readEnv({ DATA_DIR: dataDir, DEMO: "0" })).not.toThrow("write DEMO=1");
  });
});

describe("the kept secret", () => {
  const path = join(dataDir, "secret");
  afterEach(() => rmSync(path, { force: true }));

  it.each(["short", "x".repeat(31), `${"x".repeat(31)}\n`])(
    "%j is refused with a sentence, and left as it is",
    (stored) => {
      writeFileSync(path, stored);
      expect(() => readEnv({ DATA_DIR: dataDir })).toThrow(EnvError);
      expect(() => readEnv({ DATA_DIR: dataDir })).toThrow(`${path} is too short`);
      expect(readFileSync(path, "utf8")).toBe(stored);
    },
  );

  it.each(["", "\n"])("%j, of a write that a crash cut off, is made again", (stored) => {
    writeFileSync(path, stored);
    const { secret } = readEnv({ DATA_DIR: dataDir });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).toBe(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("cannot be kept where DATA_DIR is a file, and a sentence says so", () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    for (const DATA_DIR of [file, join(file, "below")]) {
      expect(() => readEnv({ DATA_DIR })).toThrow(EnvError);
      expect(() => readEnv({ DATA_DIR })).toThrow(`${DATA_DIR} cannot be used as DATA_DIR`);
    }
  });
});

describe("the environment", () => {
  it("names no number of days to pay in its terms, as what each company pays by is on its invoices", () => {
    const said = readEnv({ DATA_DIR: dataDir }).seller.terms.join(" ");
    expect(said).toContain("due");
    expect(said).not.toMatch(/\d+ days/);
  });

  it("needs nothing: an embedded demo shop on port 3000, with a secret of its own that stays", () => {
    const env = readEnv({ DATA_DIR: dataDir });
    expect(env).toMatchObject({ port: 3000, host: "127.0.0.1", origin: "http://localhost:3000", demo: true });
    expect(env.trustedOrigins).toEqual(["http://localhost:3000", "http://127.0.0.1:3000"]);
    expect(env.secret.length).toBeGreaterThanOrEqual(32);
    expect(readEnv({ DATA_DIR: dataDir }).secret).toBe(env.secret);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  });

  it("with an external database is not a demo, and trusts only its own origin", () => {
    const env = readEnv({
      ...external,
      ...secret,
      ...smtp,
      APP_ORIGIN: "https://shop.example/",
      TRUSTED_PROXIES: "none",
    });
    expect(env).toMatchObject({
      demo: false,
      origin: "https://shop.example",
      trustedOrigins: ["https://shop.example"],
    });
  });

  it("answers for the host it was told, and a demo for this machine's own names", () => {
    expect(readEnv({ DATA_DIR: dataDir }).hosts).toBe("this machine");
    expect(readEnv({ DATA_DIR: dataDir, HOST: "0.0.0.0", DEMO: "1" }).hosts).toBeUndefined();
    const settings = { DATA_DIR: dataDir, APP_ORIGIN: "http://shop.example:8080", DEMO: "1" };
    expect(readEnv(settings).hosts).toEqual(["shop.example:8080", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"]);
    const open = { ...external, ...secret, ...smtp, APP_ORIGIN: "https://shop.example/", TRUSTED_PROXIES: "none" };
    expect(readEnv(open).hosts).toEqual(["shop.example"]);
  });

  it("writes mails into files unless it names a mail server, whose sender is an address with or without a name", () => {
    expect(readEnv({ DATA_DIR: dataDir }).mail).toEqual({
      smtpUrl: undefined,
      from: { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" },
    });
    const mailOf = (MAIL_FROM: string) => readEnv({ DATA_DIR: dataDir, ...smtp, MAIL_FROM }).mail;
    expect(mailOf("Shop@shop.example")).toEqual({
      smtpUrl: smtp.SMTP_URL,
      from: { name: "Rivet & Reed", address: "shop@shop.example" },
    });
    expect(mailOf("Trims, Umeå <shop@shop.example>").from).toEqual({
      name: "Trims, Umeå",
      address: "shop@shop.example",
    });
  });

  it("names the providers, the proxies, the first admin and whether addresses must be confirmed", () => {
    expect(readEnv({ DATA_DIR: dataDir })).toMatchObject({
      social: {},
      trustedProxies: [],
      adminEmail: undefined,
      requireVerifiedEmail: false,
    });
    const env = readEnv({
      DATA_DIR: dataDir,
      GITHUB_CLIENT_ID: "id",
      GITHUB_CLIENT_SECRET: "secret",
      GITHUB_EMAILS_URL: "https://github.corp.example/emails",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      ADMIN_EMAIL: "Head@Rivets.example",
      REQUIRE_VERIFIED_EMAIL: "1",
    });
    expect(env.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
    expect(env).toMatchObject({ adminEmail: "head@rivets.example", requireVerifiedEmail: true });
    expect(env.social).toEqual({
      github: {
        clientId: "id",
        clientSecret: "secret",
        authorizationUrl: "https://github.com/login/oauth/authorize",
        tokenUrl: "https://github.com/login/oauth/access_token",
        userInfoUrl: "https://api.github.com/user",
        emailsUrl: "https://github.corp.example/emails",
      },
    });
  });

  it("takes orders from confirmed addresses only, except in a demo or when a setting says otherwise", () => {
    const requires = (about: object) => readEnv({ DATA_DIR: dataDir, ...about }).requireVerifiedEmail;
    const open = { ...external, ...secret, ...smtp, APP_ORIGIN: "https://shop.example", TRUSTED_PROXIES: "none" };
    expect(requires({})).toBe(false);
    expect(requires(open)).toBe(true);
    expect(requires({ ...open, REQUIRE_VERIFIED_EMAIL: "0" })).toBe(false);
    expect(requires({ REQUIRE_VERIFIED_EMAIL: "1" })).toBe(true);
  });

  it("tells people to write to CONTACT_EMAIL, else to the sender of its mails", () => {
    const contact = (about: object) => readEnv({ DATA_DIR: dataDir, ...about }).contact;
    expect(contact({})).toBe("shop@rivet-and-reed.example");
    expect(contact({ MAIL_FROM: "Our Shop <Shop@Shop.example>" })).toBe("shop@shop.example");
    expect(contact({ ...open, CONTACT_EMAIL: "Help@shop.example" })).toBe("help@shop.example");
  });

  it("changes limits by name, or turns them off", () => {
    const limits = (LIMITS?: string) => readEnv({ DATA_DIR: dataDir, LIMITS }).limits;
    expect(limits()).toEqual({});
    expect(limits("off")).toBe("off");
    expect(limits("order-account=500/60, registration=5/1")).toEqual({
      "order-account": { points: 500, minutes: 60 },
      registration: { points: 5, minutes: 1 },
    });
    for (const wrong of ["order-account", "order-account=0/60", "registration=9999999999/60", "registration=1/9999999"])
      expect(() => limits(wrong), wrong).toThrow("write off, or something like order-account=500/60");
  });

  it.each([
    ...["Asia/Kathmandu", "Asia/Katmandu", "Asia/Kolkata", "Asia/Ho_Chi_Minh", "Europe/Kyiv", "Etc/UTC"],
    "America/Argentina/Buenos_Aires",
  ])("takes %s for the shop's time zone, as PostgreSQL does", (name) => {
    expect(readEnv({ DATA_DIR: dataDir, TIME_ZONE: name }).timeZone).toBe(name);
  });

  // PostgreSQL takes CET for a fixed offset, without summer time, and +02:00 for two hours west.
  it.each(["CET", "EST5EDT", "+02:00", "Europe/Nowhere", "Europe/Berlin'"])(
    "does not take %s for a time zone",
    (name) => {
      const sentence = "TIME_ZONE is wrong: write a name such as Europe/Stockholm";
      expect(() => readEnv({ DATA_DIR: dataDir, TIME_ZONE: name })).toThrow(sentence);
    },
  );

  it.each([
    [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together"],
    [{ GITHUB_CLIENT_SECRET: "secret" }, "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together"],
    [{ GOOGLE_TOKEN_URL: "ftp://x" }, "write an http or https address"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "write addresses or networks"],
    [{ TRUSTED_PROXIES: "proxy.example" }, "write addresses or networks"],
    [{ ADMIN_EMAIL: "head" }, "ADMIN_EMAIL"],
    [{ CONTACT_EMAIL: "help" }, "CONTACT_EMAIL is wrong: Please write an e-mail address"],
    [{ CONTACT_EMAIL: "a@b.example\r\nBcc: x@y.example" }, "CONTACT_EMAIL is wrong"],
    [{ REQUIRE_VERIFIED_EMAIL: "perhaps" }, "REQUIRE_VERIFIED_EMAIL"],
    [{ METRICS: "127.0.0.1:65536" }, "METRICS is wrong: write host and port"],
    [{ PORT: "0" }, "PORT"],
    [{ PORT: "http" }, "PORT is wrong: write a whole number from 1 to 65535"],
    [{ TIMEZONE: "Europe/Berlin" }, "TIMEZONE is not a setting: did you mean TIME_ZONE?"],
    [{ SELLER_COUNTRY: "Sweden" }, "SELLER_COUNTRY is wrong: Please write a country's two letters"],
    [{ TAX_RATE: "19%" }, "TAX_RATE is wrong: write a percentage, such as 19 or 8.25"],
    [{ ...external, ...open, TAX_RATE: "19" }, "TAX_RATE needs SELLER_COUNTRY"],
    [{ LOG_REQUESTS: "yes" }, "LOG_REQUESTS is wrong: write 1 or 0"],
    [{ DATABASE_URL: "mysql://x", ...secret }, "postgres://user:password@host"],
    [{ DATABASE_DIRECT_URL: external.DATABASE_URL }, "DATABASE_DIRECT_URL needs DATABASE_URL"],
    [
      { ...secret, DATABASE_URL: "postgres://shop@db/shop", DATABASE_READ_URL: "postgres://shop@b/shop" },
      "DATABASE_READ_URL is no longer a setting",
    ],
    [{ ...secret, DATABASE_URL: "postgres://shop:x,y@a:5432,b:5433/shop" }, "name the balancer"],
    [{ ...secret, DATABASE_URL: "postgres://shop@a,b/shop" }, "name the balancer"],
    [{ ...secret, DATABASE_URL: "postgres:///shop?host=a,b" }, "name the balancer"],
    [{ ...secret, DATABASE_URL: "postgres://shop@a/shop?target_session_attrs=read-write" }, "name the balancer"],
    [{ APP_ORIGIN: "shop.example" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "https://shop.example/path" }, "scheme, host and port only"],
    [{ SECRET: "short" }, "32 random characters"],
    [{ DEMO: "maybe" }, "DEMO"],
    [{ ...external, DEMO: "1" }, "SECRET is needed"],
    [{ SMTP_URL: "mail.example:25", MAIL_FROM: "a@b.example" }, "smtps://user:password@host:465"],
    [{ SMTP_URL: smtp.SMTP_URL }, "MAIL_FROM is needed"],
    [{ MAIL_FROM: "Shop" }, "Our Shop <shop@example.com>"],
    [{ MAIL_FROM: "a@b.example, c@d.example" }, "Our Shop <shop@example.com>"],
    [{ MAIL_FROM: "Shop\r\nBcc: x@y.example <a@b.example>" }, "Our Shop <shop@example.com>"],
  ])("%j is refused with a sentence that says what to write", (source, sentence) => {
    expect(() => readEnv({ DATA_DIR: dataDir, ...source })).toThrow(EnvError);
    expect(() => readEnv({ DATA_DIR: dataDir, ...source })).toThrow(sentence);
  });
});

it.each([
  ["postgres://shop:a,b@db.example:5433/shop?sslmode=require"],
  ["postgresql://shop@[::1]:5432/shop"],
  ["postgres://shop@%2Frun%2Fpostgresql:5432/shop"],
])("one server of PostgreSQL is named by %s", (DATABASE_URL) => {
  const { database } = readEnv({ DATA_DIR: dataDir, ...secret, DEMO: "1", DATABASE_URL });
  expect(database?.connection).toEqual({ connectionString: DATABASE_URL });
});

describe("a setting that is gone", () => {
  it.each(Object.entries(removedSettings))(
    "%s stops the start, and the sentence names what to use",
    (name, instead) => {
      expect(() => readEnv({ DATA_DIR: dataDir, [name]: "1" })).toThrow(`${name} is no longer a setting: ${instead}`);
      expect(readEnv({ DATA_DIR: dataDir, [name]: "" }).demo).toBe(true);
      expect(settingNames).not.toContain(name);
    },
  );
});

it("docs/operations.md and .env.example name exactly the settings that are read", () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const inTable = [...read("docs/operations.md").matchAll(/^\| (`[A-Z][A-Z_]+`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const inExample = [...read(".env.example").matchAll(/^# ([A-Z][A-Z_]*)=/gm)].map(([, name]) => name);
  expect(inTable.toSorted()).toEqual(settingNames.toSorted());
  expect(inExample.toSorted()).toEqual(settingNames.toSorted());
});
