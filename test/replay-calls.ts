import { startTestApp } from "./app.ts";
import { buildTrim, newOrder } from "./builders.ts";
import { call, signedIn, type TestPerson } from "./people.ts";
import { newEmail, Visitor } from "./visitor.ts";

/** What a call was answered with, apart from what is another each time: ids, times, addresses, tokens. */
export type Answer = { call: string; status: number; headers: Record<string, string>; body: unknown };

const HEADERS = ["content-type", "cache-control", "x-total-count", "x-total-count-capped", "link", "allow", "vary"];
const UNKNOWN = "01980000-0000-7000-8000-000000000000";
const ANY_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ANY_PLACE = /([?&]after=)[\w-]{20,}/g;
const ANY_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/**
 * Every call of the specification, as clients sent it before orders had states, in a new shop. This file also runs in a
 * checkout of that time: it uses nothing that has come since.
 */
export async function replayCalls(): Promise<Answer[]> {
  const shop = await startTestApp({ limits: "off" });
  // Addresses of their own begin with what a search for a number may meet.
  const buyer = await signedIn(shop.db, { name: "Astrid Ångström", email: "astrid@norrland.example" });
  const other = await signedIn(shop.db, { name: "Hiroto Minase", email: "hiroto@indigo.example" });
  const admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin", email: "ada@seller.example" });
  const trim = await buildTrim(shop.db, { name: "Domed rivet", price: "0.0345", img: "/a.webp" });
  const names = new Map<string, string>([[UNKNOWN, "{unknown}"]]);
  for (const [name, person] of Object.entries({ buyer, other, admin })) {
    names
      .set(person.email, `{${name}@}`)
      .set(encodeURIComponent(person.email), `{${name}@}`)
      .set(person.id, `{${name}}`);
  }
  names.set(trim.id, "{trim}");
  const answers: Answer[] = [];

  function named(text: string): string {
    let anonymous = text;
    for (const [value, name] of names) anonymous = anonymous.replaceAll(value, name);
    return anonymous.replace(ANY_ID, "{an id}").replace(ANY_TIME, "{a time}").replace(ANY_PLACE, "$1{a place}");
  }

  async function note(what: string, response: Response): Promise<Record<string, string>> {
    const body = await response.json();
    if (body.insertedId && !names.has(body.insertedId)) names.set(body.insertedId, `{inserted ${names.size}}`);
    if (body.accessToken) names.set(body.accessToken, "{token}");
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, named(value)]];
    });
    answers.push({
      call: named(what),
      status: response.status,
      headers: Object.fromEntries(headers),
      body: JSON.parse(named(JSON.stringify(body))),
    });
    return body;
  }

  async function send(target: string, as?: TestPerson, body?: object) {
    const who = as && Object.entries({ buyer, other, admin }).find(([, person]) => person === as)?.[0];
    const said = body ? ` ${JSON.stringify(body)}` : "";
    const response = await call(shop, target, { ...(as && { as }), ...(body && { body }) });
    return note(`${target}${said} by ${who ?? "nobody"}`, response);
  }

  const byMail = (person: TestPerson) => `email=${encodeURIComponent(person.email)}`;
  const lists = async () => {
    for (const query of ["", "&q=rivet&sort=-quantity&limit=1", "&sort=email", "&q=nothing", "&limit=1"]) {
      await send(`GET /orders?${byMail(buyer)}${query}`, buyer);
    }
    for (const query of ["", "?q=%231&sort=email", "?q=minase", "?limit=1&sort=oldest", "?sort=-item&q=rivet"]) {
      await send(`GET /allOrders${query}`, admin);
    }
    await send(`GET /trims/${trim.id}/stock`, admin);
    await send(`GET /trims/${trim.id}`);
  };

  // Orders.
  await lists();
  const first = await send("POST /orders", buyer, newOrder(buyer, trim, 300));
  const { trimId: _, ...byName } = newOrder(buyer, trim, 100);
  await send("POST /orders", buyer, byName);
  const foreign = await send("POST /orders", other, newOrder(other, trim, 200));
  await lists();
  await send("POST /orders", undefined, newOrder(buyer, trim));
  await send("POST /orders", buyer, newOrder(other, trim));
  for (const quantity of [99, 401, 0, -1, 1.5, "many", null]) {
    await send("POST /orders", buyer, newOrder(buyer, trim, quantity));
  }
  await send("POST /orders", buyer, {});
  await send("POST /orders", buyer, { ...newOrder(buyer, trim), surprise: 1 });
  await send("POST /orders", buyer, newOrder(buyer, { id: UNKNOWN, name: "Gone" }));
  await send(`GET /orders?${byMail(other)}`, buyer);
  await send("GET /orders", buyer);
  await send(`GET /orders?${byMail(buyer)}`);
  await send("GET /allOrders", buyer);
  await send("GET /allOrders?sort=price", admin);
  await send(`DELETE /orders/${first.insertedId}`);
  // A program that adds a parameter of its own to the deletion was never refused.
  await send(`DELETE /orders/${first.insertedId}?_=1`, other);
  await send(`DELETE /orders/${first.insertedId}?_=1`, buyer);
  await send(`DELETE /orders/${first.insertedId}`, buyer);
  await send(`DELETE /orders/${first.insertedId}`, admin);
  await send(`DELETE /orders/${foreign.insertedId}`, admin);
  await send(`DELETE /orders/${UNKNOWN}`, buyer);
  await send("DELETE /orders/42", buyer);
  await lists();

  // Reviews, profiles and trims.
  const review = {
    name: buyer.name,
    email: buyer.email,
    ratings: 5,
    img: "https://pictures.example/a.jpg",
    review: "Even.",
  };
  await send("POST /reviews", buyer, review);
  await send("POST /reviews", buyer, { ...review, ratings: 3 });
  await send("POST /reviews", other, review);
  await send("POST /reviews", undefined, review);
  await send("GET /reviews");
  const about = {
    phone: "0046855512080",
    linkedin: "https://linkedin.com/in/a",
    location: "Umeå",
    education: "Weaving",
  };
  const profile = { name: buyer.name, email: buyer.email, ...about };
  await send(`PUT /profile/${buyer.email}`, buyer, profile);
  await send(`PUT /profile/${buyer.email}`, other, profile);
  await send("GET /profiles", admin);
  await send("GET /profiles", buyer);
  for (const as of [buyer, other, undefined]) await send(`GET /admin/${buyer.email}`, as);
  await send(`GET /admin/${admin.email}`, admin);
  await send(`PUT /profiles/admin/${other.email}`, buyer, {});
  await send(`PUT /profiles/admin/${other.email}`, admin, {});
  await send(`PUT /profiles/admin/${other.email}`, admin, {});
  await send(`DELETE /profiles/${UNKNOWN}`, admin);
  await send(`DELETE /profiles/${other.id}`, buyer);
  const button = {
    name: "Shank button",
    price: "0.0345",
    moq: 100,
    quantity: 1000,
    img: "https://pictures.example/b.jpg",
  };
  const added = await send("POST /trims", admin, button);
  await send("POST /trims", admin, button);
  await send("POST /trims", admin, { ...button, moq: 0 });
  await send("POST /trims", buyer, button);
  for (const query of ["", "?limit=1", "?q=rivet"]) await send(`GET /trims${query}`);
  await send(`DELETE /trims/${added.insertedId}`, buyer);
  await send(`DELETE /trims/${added.insertedId}`, admin);
  await send(`DELETE /trims/${added.insertedId}`, admin);
  await send(`GET /trims/${added.insertedId}`);

  // Signing in.
  const visitor = new Visitor(shop);
  const email = newEmail();
  names.set(email, "{visitor@}");
  await note("POST /login by nobody", await visitor.send("POST /login", { email }));
  await visitor.register(email);
  await note("POST /login by a visitor", await visitor.send("POST /login", { email }));
  return answers;
}
