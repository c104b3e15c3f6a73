import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import type { Question, QuestionOfTwo } from "./answers.ts";
import { run } from "./databases.ts";
import { firms } from "./order-rows.ts";

/** How many rows are asked for. */
const PAGE = 50;
const DEEP = 50_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Beyond this many orders, everything may take longer. */
const LARGE = 300_000;

const parts = {
  all: "",
  "to review": "&state=in-review",
  open: "&state=open",
  ended: "&state=ended",
  packed: "&state=packed",
  "not paid yet": "&state=invoiced",
  "past due": "&due=past",
  "one line": "&line=rivets",
  "a search": "&q=brass",
  "a search among those to review": "&state=in-review&q=brass",
  "buyers of a mill and an item": "&q=%40mill7.example+rivet",
};
const sortings = ["", "oldest", "-quantity", "email", "-item", "-total", "due", "wanted"];
const searches = {
  "a buyer": "buyer7%40mill7.example",
  "a number": "%23500",
  "a rare and a frequent word": "buyer7%40mill7+rivet",
  "two frequent words": "brass+rivet",
  "frequent words that never meet": "rivet+zipper",
  "a word of every buyer and an item": "buyer+sunburst",
  "a sheet": "S-31",
  "nothing there": "nothing",
};
const mine = { "": "", history: "&state=history", "a search": "&q=rivet", "one line": "&line=rivets" };
const desk = {
  today: "/adminDashboard",
  sales: "/sales",
  "buyers by value": "/buyers?limit=50",
  "buyers by name": "/buyers?limit=50&sort=name",
  "buyers by last order": "/buyers?limit=50&sort=-last",
  "search for a buyer": "/buyers?limit=50&q=buyer7%40mill7.example",
  "low stock": "/trims/low?limit=50",
};

const money = {
  invoices: "/invoices?limit=50",
  "invoices by rest": "/invoices?limit=50&sort=-open",
  "invoices past due": "/invoices?limit=50&age=over-60",
  "search for an invoice": "/invoices?limit=50&q=norrland",
  "sums of invoices": "/invoiceSums",
  payments: "/payments?limit=50",
  "statement of a company with 7,000 invoices": `/statement?company=${firms.large.id}`,
};

/** What is asked of a shop with that many orders: lists of an admin and of a buyer, the desk, and money. */
export async function askOrders(size: number, connection: Connection): Promise<Question[]> {
  const [deep] = await run(
    connection,
    `select id from orders order by id desc offset ${Math.min(DEEP, size - PAGE) - 1} limit 1`,
  );
  const [buyer] = await run(connection, "select id from buyers order by value desc limit 1");
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const list = `/allOrders?limit=${PAGE}`;
  const own = `/orders?limit=${PAGE}&email=${encodeURIComponent(demoPeople.buyer.email)}`;
  const lists: [name: string, path: string][] = [
    ...Object.entries(parts).flatMap(([part, query]) =>
      sortings.map((sort): [string, string] => [
        `${part}${sort && `, ${sort}`}`,
        `${list}${query}${sort && `&sort=${sort}`}`,
      ]),
    ),
    ...Object.entries(searches).map(([name, words]): [string, string] => [`search for ${name}`, `${list}&q=${words}`]),
    ...Object.entries(mine).map(([name, query]): [string, string] => [`mine ${name}`.trim(), own + query]),
    ["page 1,000", `${list}&after=${deep?.id}`],
    ["one sheet", `${list}&sheet=31`],
    ["one day", `${list}&from=${day(200)}&to=${day(200)}`],
    ["shipped on one day", `${list}&shippedFrom=${day(100)}&shippedTo=${day(100)}`],
    ["due from a day on", `${list}&dueFrom=${day(20)}&dueTo=${day(19)}`],
    ["a company", `${list}&company=norrland`],
    ["a company, -total", `${list}&company=norrland&sort=-total`],
    ["wanted in a week, -total", `${list}&wantedFrom=${day(107)}&wantedTo=${day(100)}&sort=-total`],
    ["due in a week, wanted", `${list}&dueFrom=${day(20)}&dueTo=${day(13)}&sort=wanted`],
    ["ordered in a month, due", `${list}&from=${day(230)}&to=${day(200)}&sort=due`],
    ["shipped in a week, -total", `${list}&shippedFrom=${day(107)}&shippedTo=${day(100)}&sort=-total`],
    ["twenty numbers", `${list}${Array.from({ length: 20 }, (_, at) => `&number=${1 + at * 997}`).join("")}`],
    ["wanted from a day on", `${list}&wantedFrom=${day(100)}&wantedTo=${day(99)}`],
    ["counts by state", "/orderCounts"],
  ];
  const isLarge = size > LARGE;
  return [
    ...lists.map(([name, path]) => {
      const isSearch = /[?&]q=/.test(path);
      const goalMs = isSearch || path.includes("&sort=") ? 150 : 60;
      return { name, path, goalMs: isLarge ? (isSearch ? 1000 : 450) : goalMs };
    }),
    ...Object.entries({ ...desk, "one buyer": `/buyers/${buyer?.id}` }).map(([name, path]) => {
      return { name: `desk: ${name}`, path, goalMs: isLarge ? 250 : 100 };
    }),
    ...Object.entries(money).map(([name, path]) => {
      return { name: `money: ${name}`, path, goalMs: isLarge ? 1000 : 450 };
    }),
  ];
}

const companyLists = {
  "first page": "",
  "first page by total": "&sort=-total",
  "to review": "&state=in-review",
  "a search": "&q=brass",
  "a search that finds nothing": "&q=nothing",
  "one line": "&line=rivets",
};

/** What a member asks about the orders of a small company and of a large one. */
export async function askCompanies(connection: Connection): Promise<QuestionOfTwo[]> {
  const list = `/companyOrders?limit=${PAGE}`;
  const nextPages = await Promise.all(
    [firms.small, firms.large].map(async ({ id }) => {
      const [last] = await run(
        connection,
        `select id from orders where company_id = '${id}' and review in ('in-review', 'accepted')
         order by id desc offset ${PAGE - 1} limit 1`,
      );
      return `${list}&after=${last?.id}`;
    }),
  );
  const [small = list, large = list] = nextPages;
  return [
    ...Object.entries(companyLists).map(([name, query]) => ({ name, path: list + query })),
    { name: "counts by state", path: "/companyOrderCounts" },
  ]
    .map(({ name, path }): QuestionOfTwo => ({ name: `company: ${name}`, paths: [path, path] }))
    .concat({ name: "company: next page", paths: [small, large] });
}
