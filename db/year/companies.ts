import { addTotals, totalPrice } from "#app/contract/money.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { DAY_MS } from "./days.ts";
import { type Buyer, DEPOSIT_PERCENT, DEPOSITOR } from "./purchases.ts";

/** A colleague of the demo buyer, whose larger orders wait for them. */
const purchaser = { name: "Elin Sundberg", email: "elin@norrland-denim.example", orderLimit: "500.00" };
/** One who prints what the others order. */
const viewer = { name: "Nils Åberg", email: "nils@norrland-denim.example" };

/** What the shop has agreed with the company of the demo buyer. */
const agreed = {
  termsDays: 30,
  creditLimit: "75000.00",
  depositPercent: 0,
  notes: "Orders in spring and autumn. Ask before shipping in July.",
};

const usual = { termsDays: null, creditLimit: null, depositPercent: 0, notes: "" };

const withDeposit = {
  ...usual,
  depositPercent: DEPOSIT_PERCENT,
  notes: "Paid late several times: a deposit since then.",
};

type Founded = { buyer: Buyer; userId: string; companyId: string };

type Options = {
  opened: string;
  now: number;
  trims: readonly Trim[];
  newId: () => string;
  idAt: (ms: number) => string;
};

/**
 * The companies of the buyers, each with its buyer as manager and the address of its orders; the first one has two
 * colleagues, too, of whom one waits for an approval.
 */
export function planCompanies(founded: readonly Founded[], { opened, now, trims, newId, idAt }: Options) {
  const [purchaserId, viewerId] = [newId(), newId()];
  const toUser = (id: string, { name, email }: typeof viewer) => ({
    ...{ id, name, email, emailVerified: true, role: "buyer" as const, createdAt: opened, updatedAt: opened },
  });
  const members = founded.map(({ userId, companyId }) => ({
    ...{ userId, companyId, role: "manager", orderLimit: null as string | null, joinedAt: opened },
  }));
  const [first] = founded;
  return {
    companies: founded.map(({ buyer, companyId }, at) => ({
      ...{ id: companyId, number: at + 1, name: buyer.company, country: buyer.country, createdAt: opened },
      ...{ isDocumentsEmailConfirmed: false, tolerance: 0, version: newId() },
      ...termsOf(at),
    })),
    companyMembers: first
      ? [
          ...members,
          {
            ...{ userId: purchaserId, companyId: first.companyId, role: "purchaser", joinedAt: opened },
            orderLimit: purchaser.orderLimit,
          },
          { userId: viewerId, companyId: first.companyId, role: "viewer", orderLimit: null, joinedAt: opened },
        ]
      : members,
    companyAddresses: founded.map(({ buyer: { address, city, country }, companyId }) => ({
      ...{ id: newId(), companyId, label: "Workshop", street: address, postcode: "", town: city, country },
      ...{ isForInvoices: true, isDefault: true },
    })),
    colleagues: [toUser(purchaserId, purchaser), toUser(viewerId, viewer)],
    approvals: first ? [planApproval(first, { userId: purchaserId, at: now - DAY_MS / 8, trims, idAt })] : [],
  };
}

function termsOf(at: number) {
  if (at === 0) return agreed;
  return at === DEPOSITOR ? withDeposit : usual;
}

/** What the purchaser asked for a few hours ago, well above their limit. */
function planApproval(
  { buyer, companyId }: Founded,
  { userId, at, trims, idAt }: { userId: string; at: number } & Pick<Options, "trims" | "idAt">,
) {
  const least = Number(purchaser.orderLimit);
  const lines = trims
    .map((trim) => ({ trim, orderQuantity: trim.moq * Math.ceil(least / Number(trim.price) / trim.moq) }))
    .filter(({ trim, orderQuantity }) => orderQuantity <= trim.quantity)
    .slice(0, 2)
    .map(({ trim: { _id: trimId, name, ...trim }, orderQuantity }) => {
      return { trimId, name, orderQuantity, unitPrice: quotePrice(trim, orderQuantity).unitPrice };
    });
  return {
    ...{ id: idAt(at), companyId, userId, state: "waiting", isSheet: true, lines },
    total: addTotals(lines.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity))),
    ...{ phone: buyer.phone, address: `${buyer.address}, ${buyer.city}`, poNumber: `${buyer.poPrefix}-SAMPLES` },
    ...{ note: "For the spring samples. Is there still room in this month's budget?", country: buyer.country },
    createdAt: new Date(at).toISOString(),
  };
}
