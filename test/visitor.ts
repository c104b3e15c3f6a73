import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { startSession } from "#app/features/identity/better-auth.server.ts";
import { insertPerson } from "#app/features/identity/queries.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { ORIGIN, type TestApp } from "./app.ts";

export const PASSWORD = "selvedge-and-brass";

/** An address that nobody has yet. */
export const newEmail = () => `${randomUUID()}@atelier-vaubleu.example`;

type Sent = { headers?: Record<string, string>; from?: string };

/** Sends as a browser does: with the cookies it was given, the origin of its page, and from an address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #shop: Pick<TestApp, "app">;
  readonly #from: string;
  constructor(shop: Pick<TestApp, "app">, from = "203.0.113.7") {
    this.#shop = shop;
    this.#from = from;
  }

  async send(target: string, body?: unknown, { headers = {}, from = this.#from }: Sent = {}): Promise<Response> {
    const [method = "", path = ""] = target.split(" ");
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const response = await this.#shop.app.request(
      `/api${path}`,
      {
        method,
        headers: {
          origin: ORIGIN,
          cookie,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
    this.keep(response);
    return response;
  }

  keep({ headers }: Pick<Response, "headers">): void {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  async register(email: string, about: { name?: string; password?: string } = {}): Promise<Response> {
    return this.send("POST /auth/sign-up/email", { name: "Camille Besson", email, password: PASSWORD, ...about });
  }

  async signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.send("POST /auth/sign-in/email", { email, password });
  }

  /** Who the shop takes this visitor for. */
  async who(): Promise<{
    id: string;
    email: string;
    name: string;
    emailVerified: boolean;
    role: string | null;
  } | null> {
    const found = await (await this.send("GET /auth/get-session")).json();
    return found?.user ?? null;
  }
}

/** All have the same password: hashing it takes longer than the rest of most tests. */
let hash: Promise<string> | undefined;

/** Gives this visitor an account by rows, as registering with PASSWORD would, but without a mail. Returns its id. */
export async function giveAccount(
  { db, identity }: Pick<TestApp, "db" | "identity">,
  visitor: Visitor,
  email: string,
): Promise<string> {
  hash ??= hashPassword(PASSWORD);
  const person = { name: "Camille Besson", email, hash: await hash };
  const id = await inTransaction(db, (tx) => insertPerson(tx, person));
  if (!id) throw new Error(`${email} has an account`);
  const about = { signedInBy: "registration", secondStep: null } as const;
  visitor.keep(await startSession(identity.auth, new Headers(), id, about));
  return id;
}
