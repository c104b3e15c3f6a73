import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { toNetwork } from "#app/platform/http/client-address.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { listMails } from "#test/mails.ts";
import { giveAccount, newEmail, PASSWORD, Visitor } from "#test/visitor.ts";
import { findMailTime, takeGuess } from "./limits.server.ts";
import { users } from "./tables.server.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ trustedProxies: ["10.0.0.0/8", "fd00::/8"] });
});

const range = (length: number) => Array.from({ length }, (_, at) => at);
const statusesOf = async (tries: Promise<Response>[]) => (await Promise.all(tries)).map(({ status }) => status);

/** In turn and a few at a time, as people do. */
async function inTurn<Result>(times: number, action: (at: number) => Promise<Result>, width = 4): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < times; at += width) {
    results.push(...(await Promise.all(range(Math.min(width, times - at)).map((more) => action(at + more)))));
  }
  return results;
}

async function registered(from: string) {
  const email = newEmail();
  await new Visitor(shop, from).register(email);
  return email;
}

/** As `registered`, where that is not what counts: it would take a hash more. */
async function withPassword(from: string) {
  const email = newEmail();
  await giveAccount(shop, new Visitor(shop, from), email);
  return email;
}

/** A person whose account no other test signs in to. */
async function known() {
  const email = newEmail();
  await shop.db.insert(users).values({ name: "Camille Besson", email });
  return email;
}

describe("wrong passwords", () => {
  // A34
  it("are refused with 429 after ten, whatever the X-Forwarded-For and the spelling; the right one works elsewhere", async () => {
    const email = await withPassword("192.0.2.1");
    const attacker = new Visitor(shop, "2001:db8:7::1");
    const spellings = ["2001:db8:7::1", "2001:0DB8:0007:0000::1", "2001:db8:7:0:ffff::2", "2001:db8:7::192.0.2.7"];
    const answers = await inTurn(200, (at) =>
      attacker.send(
        "POST /auth/sign-in/email",
        { email, password: `wrong-${at}` },
        {
          headers: { "x-forwarded-for": `203.0.113.${at}, 2001:db8:${at}::1` },
          from: spellings[at % spellings.length] ?? "",
        },
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(190);
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
    const [last] = refused;
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last?.headers.get("content-type")).toBe("application/problem+json");
    expect(await last?.json()).toMatchObject({ code: "too-many-requests", status: 429 });
    expect((await new Visitor(shop, "192.0.2.1").signIn(email)).status).toBe(200);
    expect((await new Visitor(shop, "198.51.100.99").signIn(email)).status).toBe(200);
  });

  it("are counted for an unknown address as for a known one", async () => {
    const doors = [await withPassword("192.0.2.2"), newEmail()].map((email, at) => ({
      email,
      visitor: new Visitor(shop, `198.18.${at}.1`),
    }));
    const seen = await Promise.all(
      doors.map(async ({ email, visitor }) => {
        const answers = await inTurn(12, () => visitor.signIn(email, "wrong-password"), 1);
        return Promise.all(
          answers.map(async (answer) => ({
            status: answer.status,
            body: { ...(await answer.json()), requestId: "", detail: "" },
          })),
        );
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map(({ status }) => status)).toEqual([...range(10).map(() => 401), 429, 429]);
  });

  it("for many accounts from one network are refused after a hundred", async () => {
    await inTurn(96, () => takeGuess(shop.limits, newEmail(), toNetwork("198.19.5.9"), { isKnown: false }));
    const answers = await inTurn(6, () => new Visitor(shop, "198.19.5.9").signIn(newEmail(), "wrong-password"), 1);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

describe("wrong passwords for one account from ever-changing networks", () => {
  const guess = (email: string, at: number) =>
    takeGuess(shop.limits, email, toNetwork(`198.${30 + at}.1.1`), { isKnown: false });
  const countMails = async (email: string) =>
    (await listMails(shop.db)).filter(
      ({ to, subject }) => to.address === email && subject === "Wrong passwords were typed for your account",
    ).length;

  it("are refused after twenty an hour where nobody has logged in before, and the owner is told once", async () => {
    const email = await withPassword("192.0.2.70");
    const owner = new Visitor(shop, "192.0.2.70");
    const colleague = new Visitor(shop, "192.0.2.70");
    expect((await owner.signIn(email)).status).toBe(200);
    expect([...owner.cookies.keys()]).toContain("rivet-and-reed.known_browser");
    await inTurn(20, (at) => guess(email, at));
    const strangers = range(3).map((at) => new Visitor(shop, `2001:db8:${at + 1}::1`));
    // The right password, too: nobody learns it.
    for (const stranger of strangers) {
      const refused = await stranger.signIn(email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    expect(await countMails(email)).toBe(1);
    // The browser that has logged in before, wherever it is; and whoever is where the owner is logged in.
    expect(
      (await owner.send("POST /auth/sign-in/email", { email, password: PASSWORD }, { from: "198.18.0.9" })).status,
    ).toBe(200);
    expect((await colleague.signIn(email)).status).toBe(200);
  });

  it("do not keep the owner out who sets a new password by mail", async () => {
    const email = await withPassword("192.0.2.71");
    await inTurn(21, (at) => guess(email, at).catch(() => {}));
    const owner = new Visitor(shop, "192.0.2.72");
    expect((await owner.signIn(email)).status).toBe(429);
    await owner.send("POST /auth/request-password-reset", { email });
    const mail = (await listMails(shop.db)).find(
      ({ to, subject }) => to.address === email && subject === "Set a new password",
    );
    const [, token] = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
    const newPassword = "twill-and-copper";
    expect((await owner.send("POST /auth/reset-password", { token, newPassword })).status).toBe(200);
    expect((await owner.signIn(email, newPassword)).status).toBe(200);
  });

  it("are counted alike for an address without an account, to which nothing is sent", async () => {
    const email = newEmail();
    await inTurn(20, (at) => guess(email, at));
    expect((await new Visitor(shop, "192.0.2.73").signIn(email)).status).toBe(429);
    expect(await countMails(email)).toBe(0);
  });
});

describe("a guest who has used up the wrong passwords of a network", () => {
  it("keeps no neighbour out, and learns nothing about other accounts", async () => {
    const [email, other] = [await withPassword("192.0.2.80"), await withPassword("192.0.2.80")];
    await inTurn(100, () => takeGuess(shop.limits, newEmail(), toNetwork("198.28.5.66"), { isKnown: false }));
    expect((await new Visitor(shop, "198.28.5.20").signIn(email)).status).toBe(200);
    // At the same address, as in an office, too.
    expect((await new Visitor(shop, "198.28.5.66").signIn(email)).status).toBe(200);
    const wrong = await Promise.all(
      [other, newEmail()].map((one) => new Visitor(shop, "198.28.5.66").signIn(one, "wrong-password")),
    );
    expect(wrong.map(({ status }) => status)).toEqual([429, 429]);
  });
});

describe("ordinary use meets no limit", () => {
  it("20 registrations and 60 sign-ins a minute from one office", { tags: ["trial"] }, async () => {
    const office = "192.0.2.50";
    const emails = await inTurn(20, () => registered(office));
    const visitor = () => new Visitor(shop, office);
    // All are counted; a third comes by the door, because each of those costs a hash.
    await inTurn(40, async (at) => {
      const { wasRight } = await takeGuess(shop.limits, emails[at % 20] ?? "", toNetwork(office), { isKnown: false });
      await wasRight();
    });
    const answers = await inTurn(20, (at) => visitor().signIn(emails[at] ?? "", PASSWORD));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const twice = await inTurn(12, () => visitor().signIn(emails[0] ?? "", PASSWORD), 12);
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("a person who mistypes a few times can still sign in", async () => {
    const email = await withPassword("192.0.2.60");
    const person = new Visitor(shop, "192.0.2.60");
    for (const typo of ["a", "b", "c", "d", "e"]) await person.signIn(email, `${PASSWORD}${typo}`);
    expect((await person.signIn(email)).status).toBe(200);
  });
});

describe("mails", () => {
  const count = async (test: (mail: { to: { address: string }; subject: string }) => boolean) =>
    (await listMails(shop.db)).filter(test).length;

  /** How many mails to this address go out later. */
  const later = async (email: string) => {
    const { rows } = await shop.db.execute(
      sql`select 1 from pgboss.job where data -> 'to' ->> 'address' = ${email} and start_after > now() + interval '30 minutes'`,
    );
    return rows.length;
  };

  // A32
  it("to one address are at most three an hour, from however many networks, and one more that comes later", async () => {
    const email = await known();
    const answers = await inTurn(
      200,
      (at) => new Visitor(shop, `198.20.${at}.1`).send("POST /auth/request-password-reset", { email }),
      40,
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    // Beyond that the answers say that it comes later, and one does.
    expect(bodies.filter(({ mailInMinutes }) => mailInMinutes === undefined)).toHaveLength(3);
    expect(bodies.find(({ mailInMinutes }) => mailInMinutes)?.message).toMatch(/comes by email within \d+ minutes/);
    expect(await count(({ to, subject }) => to.address === email && subject === "Set a new password")).toBe(4);
    expect(await later(email)).toBe(1);
    await inTurn(8, (at) => new Visitor(shop, `198.21.${at}.1`).register(email));
    expect(await count(({ to, subject }) => to.address === email && subject === "You already have an account")).toBe(4);
  });

  it("caused by one network are at most thirty an hour; more come later, and the answers say so", async () => {
    const emails = await inTurn(34, known);
    const all = new Set(emails);
    const isReset = ({ to, subject }: { to: { address: string }; subject: string }) =>
      all.has(to.address) && subject === "Set a new password";
    const ask = (email: string | undefined, from = "198.23.7.9") =>
      new Visitor(shop, from).send("POST /auth/request-password-reset", { email });
    const answers = await inTurn(34, (at) => ask(emails[at]));
    const waits = await Promise.all(answers.map(async (answer) => (await answer.json()).mailInMinutes));
    expect(waits.filter((wait) => wait > 0 && wait <= 60)).toHaveLength(4);
    expect(await count(isReset)).toBe(34);
    expect((await Promise.all(emails.map(later))).filter((mails) => mails === 1)).toHaveLength(4);
    // It says the same of an address that has no account.
    expect((await (await ask(newEmail())).json()).mailInMinutes).toBeGreaterThan(0);
    // A neighbour's come at once.
    expect((await (await ask(await known(), "198.23.7.20")).json()).mailInMinutes).toBeUndefined();
  });

  it("that a network may not cause do not count against an address: its owner still gets theirs", async () => {
    const email = await known();
    const others = await inTurn(30, known);
    const reset = (of: string, from: string) =>
      new Visitor(shop, from).send("POST /auth/request-password-reset", { email: of });
    await inTurn(30, (at) => reset(others[at] ?? "", "198.25.7.1"));
    await inTurn(3, () => reset(email, "198.25.7.1"));
    expect([await count(({ to }) => to.address === email), await later(email)]).toEqual([1, 1]);
    await reset(email, "198.25.8.1");
    expect([await count(({ to }) => to.address === email), await later(email)]).toEqual([2, 1]);
  });

  it("to many new addresses from one network come at once or within the hour, and all are registered", async () => {
    await inTurn(28, (at) => findMailTime(shop.limits, "registration", `${at}@x.example`, toNetwork("198.24.7.1")));
    const emails = await inTurn(4, () => registered("198.24.7.1"));
    expect(await Promise.all(emails.map(later))).toEqual(expect.arrayContaining([0, 0, 1, 1]));
    const statuses = await statusesOf(emails.slice(-2).map((email) => new Visitor(shop, "198.24.8.1").signIn(email)));
    expect(statuses).toEqual([200, 200]);
  });
});

describe("X-Forwarded-For", () => {
  /** Counts ten wrong passwords from this network, then returns the statuses of three more from these hops. */
  async function failAfterTen(network: string, from: string, forwarded: (at: number) => string) {
    const email = newEmail();
    await inTurn(10, () => takeGuess(shop.limits, email, toNetwork(network), { isKnown: false }));
    const body = { email, password: "wrong-password" };
    return statusesOf(
      range(3).map((at) =>
        new Visitor(shop, from).send("POST /auth/sign-in/email", body, {
          headers: { "x-forwarded-for": forwarded(at) },
        }),
      ),
    );
  }
  const limited = [429, 429, 429];

  it("from our own proxy names the network, up to the first stranger", async () => {
    const invented = (at: number) => `1.2.${at}.4, 203.0.113.9, ::ffff:10.9.9.9`;
    expect(await failAfterTen("203.0.113.9", "10.1.2.3", invented)).toEqual(limited);
    const elsewhere = await failAfterTen("203.0.113.9", "::ffff:10.1.2.3", (at) => `198.25.${at}.9, fd00::1`);
    expect(elsewhere).toEqual([401, 401, 401]);
  });

  it("from anybody else is not believed", async () => {
    expect(await failAfterTen("198.26.1.1", "198.26.1.1", (at) => `198.27.${at}.9`)).toEqual(limited);
  });
});
