// Who may import whom. Every rule is proven able to fail by test/borders.test.ts; run with `node bin/borders.ts`.

const tests = ["\\.test\\.tsx?$", "^(test|e2e|bench|trials)/"];
const server = "\\.server\\.tsx?$";
const problems = "^app/features/[^/]+/problems\\.ts$";
// root.tsx shows the site's own picture where no page matched.
const composition = [
  "^server\\.ts$",
  "^app/((audit-actions|api|pending-notifications|shop|shop-metrics|process|processes|renderer)\\.server\\.ts|root\\.tsx)$",
  "^bin/",
  "^db/(seed|year/[^/]+)\\.ts$",
];

/** Packages that may reach the browser. Whatever is not here is for the server, new packages too. */
const browserPackages = packages(
  "react",
  "react-dom",
  "react-router",
  "@base-ui/react",
  "react-hook-form",
  "@hookform/resolvers",
  "@simplewebauthn/browser",
  "bowser",
  "eventsource-parser",
  "papaparse",
  "uqr",
  "uuid",
  "zod",
);

/** What orders know, and what stands above them one by one. */
const belowOrders = ["identity", "companies", "audit", "trims", "profiles", "reviews"];
const belowBuyers = [...belowOrders, "orders", "sheets", "documents", "money"];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    // Slices: platform ← audit ← identity ← companies, mfa, trims, profiles, reviews ← catalogue, orders ← sheets ←
    // documents ← money ← account, buyers ← admin-dashboard, search ← site
    ...sliceOrder({
      name: "lowest-slice-stands-alone",
      slices:
        "(?!identity/|companies/|mfa/|trims/|profiles/|reviews/|catalogue/|orders/|sheets/|documents/|money/|account/|buyers/|admin-dashboard/|search/|site/)[^/]+",
      below: [],
      comment:
        "Audit, and any slice that has no place in the order yet, know no other slice. Move the code to the slice " +
        "above, or let the slice above hand in what is needed.",
    }),
    ...sliceOrder({
      name: "identity-records-and-knows-no-more",
      slices: "identity",
      below: ["audit"],
      comment: "Identity knows audit alone. Let the slice above hand in what is needed.",
    }),
    ...sliceOrder({
      name: "mfa-knows-identity",
      slices: "mfa",
      below: ["identity", "audit"],
      comment: "Second factors know identity and audit. What gathers more about a person belongs to account.",
    }),
    ...sliceOrder({
      name: "neighbour-slices-are-strangers",
      slices: "companies|trims|profiles|reviews",
      below: ["identity", "audit"],
      comment:
        "Companies, trims, profiles and reviews know identity and audit, never each other or what is above. What joins two of them belongs " +
        "to orders or site.",
    }),
    ...sliceOrder({
      name: "the-catalogue-knows-trims",
      slices: "catalogue",
      below: ["identity", "audit", "trims"],
      comment: "The file of the catalogue is about trims alone. What needs orders as well belongs to orders or above.",
    }),
    ...sliceOrder({
      name: "orders-look-down-only",
      slices: "orders",
      below: belowOrders,
      comment:
        "Orders know identity, companies, audit, trims, profiles and reviews. What needs site as well belongs to site.",
    }),
    ...sliceOrder({
      name: "sheets-look-down-only",
      slices: "sheets",
      below: [...belowOrders, "orders"],
      comment: "Sheets know orders and what is below. What needs site as well belongs to site.",
    }),
    ...sliceOrder({
      name: "documents-look-down-only",
      slices: "documents",
      below: [...belowOrders, "orders", "sheets"],
      comment: "Documents know sheets, orders and what is below. What needs site as well belongs to site.",
    }),
    ...sliceOrder({
      name: "money-looks-down-only",
      slices: "money",
      below: [...belowOrders, "orders", "sheets", "documents"],
      comment: "Money knows documents, sheets, orders and what is below. What needs buyers as well belongs there.",
    }),
    ...sliceOrder({
      name: "account-looks-down-only",
      slices: "account",
      below: [...belowBuyers, "mfa"],
      comment: "One's own account gathers what the slices below keep about a person. What needs site belongs to site.",
    }),
    ...sliceOrder({
      name: "buyers-look-down-only",
      slices: "buyers",
      below: belowBuyers,
      comment: "Buyers know orders, sheets and what is below. What needs the admin dashboard as well belongs there.",
    }),
    ...sliceOrder({
      name: "the-admin-dashboard-looks-down-only",
      slices: "admin-dashboard|search",
      below: [...belowBuyers, "buyers"],
      comment:
        "The admin dashboard and the search know buyers and what is below, never each other. What needs site as well belongs to site.",
    }),
    {
      name: "only-site-borrows-components",
      comment:
        "A component of another slice: move the part without business to app/ui, or let the page ask the API for what " +
        "it shows. Only site composes the slices; orders borrow from trims, as they show what is ordered, sheets from " +
        "both, buyers and the admin dashboard from all of these and companies, and account the fields of a login from identity.",
      severity: "error",
      from: {
        path: "^app/features/([^/]+)/",
        pathNot: "^app/features/(site|admin-dashboard|search|money|buyers|sheets|orders|account)/",
      },
      to: { path: "^app/features/.+\\.tsx$", pathNot: "^app/features/$1/" },
    },
    {
      name: "orders-borrow-from-trims-alone",
      comment:
        "A component of a slice other than trims: move the part without business to app/ui, or build the page in site.",
      severity: "error",
      from: { path: "^app/features/orders/" },
      to: { path: "^app/features/.+\\.tsx$", pathNot: "^app/features/(orders|trims)/" },
    },
    {
      name: "sheets-borrow-from-orders-and-trims",
      comment: "A component of another slice: move the part without business to app/ui, or build the page in site.",
      severity: "error",
      from: { path: "^app/features/sheets/" },
      to: { path: "^app/features/.+\\.tsx$", pathNot: "^app/features/(sheets|orders|trims)/" },
    },
    {
      name: "account-borrows-from-identity",
      comment: "A component of another slice: move the part without business to app/ui, or build the page in site.",
      severity: "error",
      from: { path: "^app/features/account/" },
      to: { path: "^app/features/.+\\.tsx$", pathNot: "^app/features/(account|identity)/" },
    },
    {
      name: "admin-dashboard-and-buyers-borrow-from-trade",
      comment: "A component of another slice: move the part without business to app/ui, or build the page in site.",
      severity: "error",
      from: { path: "^app/features/(admin-dashboard|search|money|buyers)/" },
      to: {
        path: "^app/features/.+\\.tsx$",
        pathNot: "^app/features/($1|buyers|money|sheets|orders|companies|trims)/",
      },
    },
    {
      name: "slice-contract-is-pure",
      comment:
        "A slice's contracts, facts, labels and problems are read by both sides: zod, app/contract, facts.ts and problems.ts only. " +
        "Decisions belong to rules.ts.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/([a-z.]*contract|facts|labels|problems)\\.ts$" },
      to: {
        pathNot: [
          ...[
            "^app/contract/",
            problems,
            "^app/features/$1/[a-z.]*(contract|facts)\\.ts$",
            "^app/features/(?!$1/)",
            server,
          ],
          ...packages("zod"),
        ],
      },
    },
    {
      name: "rules-are-pure",
      comment:
        "rules.ts decides on what it is given: app/contract, its own contract, facts, labels and problems only. Do the I/O in " +
        "api.server.ts.",
      severity: "error",
      from: { path: "^app/features/([^/]+)(/|/.+\\.)rules\\.ts$" },
      to: {
        pathNot: [
          "^app/contract/",
          "^app/features/$1/([a-z.]*contract|facts|labels)\\.ts$",
          "^app/features/$1/.*rules\\.ts$",
          problems,
          "^app/features/(?!$1/)",
          server,
        ],
      },
    },

    // The wire
    {
      name: "server-files-stay-on-the-server",
      comment:
        "A file without .server in its name may reach the browser, so it imports none with it, not even a type. Reach " +
        "data through app/client/api.ts, put shared types into contract.ts, or rename the importer to .server.ts.",
      severity: "error",
      from: { path: "^app/", pathNot: [server, ...tests] },
      to: { path: server },
    },
    {
      name: "server-packages-stay-on-the-server",
      comment:
        "This package is for the server: import it from a .server.ts file. If it truly runs in the browser and is worth " +
        "its bytes, add it to browserPackages in .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^app/", pathNot: [server, "^app/routes\\.ts$", "^app/(contract|content|ui)/", ...tests] },
      to: { path: "(^|/)node_modules/", pathNot: browserPackages },
    },
    {
      name: "node-stays-on-the-server",
      comment: "node:* does not exist in the browser: do this in a .server.ts file.",
      severity: "error",
      from: { path: "^app/", pathNot: [server, "^app/(contract|content|ui)/", ...tests] },
      to: { dependencyTypes: ["core"] },
    },

    // The parts
    {
      name: "contract-is-pure",
      comment: "app/contract imports zod and itself. What needs more is not a word that both sides share.",
      severity: "error",
      from: { path: "^app/contract/", pathNot: tests },
      to: { pathNot: ["^app/contract/", server, ...packages("zod")] },
    },
    {
      name: "ui-knows-no-business",
      comment:
        "app/ui imports itself, React, React Router and Base UI. Hand words and data in as props; a component with a " +
        "business noun belongs to its slice.",
      severity: "error",
      from: { path: "^app/ui/", pathNot: tests },
      to: { pathNot: ["^app/ui/", server, ...packages("react", "react-dom", "react-router", "@base-ui/react")] },
    },
    {
      name: "content-is-plain-data",
      comment:
        "app/content is typed data: it imports app/contract and itself. Put logic and looks where they are used.",
      severity: "error",
      from: { path: "^app/content/", pathNot: tests },
      to: { pathNot: ["^app/content/", "^app/contract/", server] },
    },
    {
      name: "platform-knows-no-slice",
      comment:
        "app/platform is plumbing: it knows app/contract and app/content at most. Let app/process.server.ts hand in what it needs " +
        "to know of the business.",
      severity: "error",
      from: { path: "^app/platform/", pathNot: tests },
      to: { path: "^app/", pathNot: "^app/(platform|contract|content)/" },
    },
    {
      name: "engine-is-a-package",
      comment:
        "app/platform/engine runs PostgreSQL and could be a package of its own: it imports itself, Node.js and pg. Hand " +
        "in the rest as arguments of startEngine.",
      severity: "error",
      from: { path: "^app/platform/engine/", pathNot: tests },
      to: { pathNot: ["^app/platform/engine/", ...packages("pg")], dependencyTypesNot: ["core"] },
    },
    {
      name: "engine-has-one-way-in",
      comment: "app/platform/engine is started by startEngine of engine.server.ts; its other files are its own.",
      severity: "error",
      from: { pathNot: ["^app/platform/engine/", ...tests] },
      to: { path: "^app/platform/engine/", pathNot: "/engine\\.server\\.ts$" },
    },
    {
      name: "stand-in-is-for-composition",
      comment:
        "app/stand-in plays Google and GitHub for demos and tests. The shop must not be able to tell it from them: " +
        "only app/process.server.ts, app/processes.server.ts, app/renderer.server.ts and app/shop.server.ts put it in their place.",
      severity: "error",
      from: { pathNot: ["^app/stand-in/", ...composition, ...tests] },
      to: { path: "^app/stand-in/" },
    },
    {
      name: "stand-in-knows-settings-only",
      comment:
        "app/stand-in is another party: it imports itself, and the settings and the palette of app/platform. What else it " +
        "must know of this shop is an argument.",
      severity: "error",
      from: { path: "^app/stand-in/", pathNot: tests },
      to: { path: "^app/", pathNot: ["^app/stand-in/", "^app/platform/((social-)?env|palette)\\.server\\.ts$"] },
    },
    {
      name: "client-knows-no-slice",
      comment:
        "app/client is how the browser reaches the API and who is signed in: it imports contract, ui and itself. What a " +
        "slice does for all pages is a type in app/client, which app/root.tsx hands in, like OrderDraft.",
      severity: "error",
      from: { path: "^app/client/", pathNot: [...tests, "^app/client/api\\.ts$"] },
      to: { path: "^app/", pathNot: ["^app/(client|contract|ui)/", server] },
    },
    {
      name: "api-calls-know-contracts-only",
      comment:
        "app/client/api.ts takes the types of all calls from the slices' contracts, and nothing else of a slice.",
      severity: "error",
      from: { path: "^app/client/api\\.ts$" },
      to: {
        path: "^app/",
        pathNot: ["^app/(client|contract|ui)/", "^app/features/[^/]+/[a-z.]*contract\\.ts$", server],
      },
    },
    {
      name: "lists-and-forms-know-no-slice",
      comment:
        "app/lists and app/forms are what every list and every form shares: they import client, contract, ui and themselves. " +
        "What knows an order or a trim belongs to its slice.",
      severity: "error",
      from: { path: "^app/(lists|forms)/", pathNot: tests },
      to: { path: "^app/", pathNot: ["^app/(client|contract|ui)/", "^app/$1/", server] },
    },
    {
      name: "frame-knows-contracts-only",
      comment:
        "app/frame surrounds the pages: it imports client, contract, content, ui, itself and the slices' contract.ts. Ask the " +
        "API through app/client/session.ts for the rest.",
      severity: "error",
      from: { path: "^app/frame/", pathNot: tests },
      to: {
        path: "^app/",
        pathNot: ["^app/(frame|client|contract|content|ui)/", "^app/features/[^/]+/contract\\.ts$", server],
      },
    },
    {
      name: "only-composition-knows-all-parts",
      comment:
        "Only server.ts, app/process.server.ts, app/processes.server.ts, app/renderer.server.ts, app/shop.server.ts, app/api.server.ts, app/audit-actions.server.ts, app/pending-notifications.server.ts, bin/, db/seed.ts and db/year put the parts together: do it there.",
      severity: "error",
      from: {
        pathNot: ["^app/(features|frame|client|lists|forms|platform|contract|content|ui)/", ...composition, ...tests],
      },
      to: { path: "^app/features/" },
    },
    {
      name: "the-api-map-is-for-composition",
      comment:
        "app/api.server.ts, app/audit-actions.server.ts and app/pending-notifications.server.ts stand above the slices. Let a handler call its own queries and name its " +
        "own audit actions; what all need belongs to app/platform.",
      severity: "error",
      from: { path: server, pathNot: ["^app/platform/", ...composition] },
      to: { path: "^app/(audit-actions|api|pending-notifications)\\.server\\.ts$" },
    },

    // Everywhere
    {
      name: "test-code-stays-in-tests",
      comment: "test/, e2e/, bench/, trials/ and *.test.ts are for tests. What the shop needs too belongs to app/.",
      severity: "error",
      from: {
        pathNot: ["^(vitest|playwright)\\.config\\.ts$", ...tests],
      },
      to: { path: tests },
    },
    {
      name: "no-circles",
      comment:
        "These files import each other, be it types only. Move what both need into a third, or hand one to the other as " +
        "an argument.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "every-import-is-found",
      comment:
        "No rule can judge an import that leads nowhere. Correct the path, or add the package to package.json. " +
        "(Excepted: what React Router makes at build time.)",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["/\\+types/", "^virtual:"] },
    },
  ],
  options: {
    // Types count: a component that needs a type of the server is already on the wrong side.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(^|/)node_modules/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};

/** One place in the order of slices; their pages may also know what any slice says of itself in contract.ts. */
function sliceOrder({ name, slices, below, comment }) {
  const own = `^app/features/(${["$1", ...below].join("|")})/`;
  const pages = "\\.(page|action)\\.tsx?$";
  return [
    {
      name,
      comment,
      severity: "error",
      from: { path: `^app/features/(${slices})/`, pathNot: [pages, ...tests] },
      to: { path: "^app/features/", pathNot: [own, "\\.tsx$"] },
    },
    {
      name: `${name}-in-pages`,
      comment: `${comment} Pages may import any slice's contract.ts: ask the API for the rest.`,
      severity: "error",
      from: { path: `^app/features/(${slices})/.+${pages}` },
      to: { path: "^app/features/", pathNot: [own, "/contract\\.ts$", "\\.tsx$"] },
    },
  ];
}

/** Patterns for files of these npm packages. */
function packages(...names) {
  return names.map((name) => `(^|/)node_modules/(@types/)?${name}/`);
}
