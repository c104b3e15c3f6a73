import type { Buyer } from "./purchases.ts";

/** A colleague of the demo buyer, whose larger orders wait for them. */
const colleague = { name: "Elin Sundberg", email: "elin@norrland-denim.example", orderLimit: "500.00" };

/** What the shop has agreed with the company of the demo buyer. */
const agreed = {
  termsDays: 30,
  creditLimit: "75000.00",
  notes: "Orders in spring and autumn. Ask before shipping in July.",
};

const usual = { termsDays: null, creditLimit: null, notes: "" };

type Founded = { buyer: Buyer; userId: string; companyId: string };

/**
 * The companies of the buyers, each with its buyer as manager and the address of its orders; the first one has a
 * colleague, too.
 */
export function planCompanies(founded: readonly Founded[], opened: string, newId: () => string) {
  const colleagueId = newId();
  const members = founded.map(({ userId, companyId }) => ({
    ...{ userId, companyId, role: "manager", orderLimit: null as string | null, joinedAt: opened },
  }));
  const [first] = founded;
  return {
    companies: founded.map(({ buyer, companyId }, at) => ({
      ...{ id: companyId, number: at + 1, name: buyer.company, country: buyer.country, createdAt: opened },
      ...{ isDocumentsEmailConfirmed: false, tolerance: 0, version: newId() },
      ...(at === 0 ? agreed : usual),
    })),
    companyMembers: first
      ? [
          ...members,
          {
            ...{ userId: colleagueId, companyId: first.companyId, role: "purchaser", joinedAt: opened },
            orderLimit: colleague.orderLimit,
          },
        ]
      : members,
    companyAddresses: founded.map(({ buyer: { address, city, country }, companyId }) => ({
      ...{ id: newId(), companyId, label: "Workshop", street: address, postcode: "", town: city, country },
      ...{ isForInvoices: true, isDefault: true },
    })),
    colleague: {
      ...{ id: colleagueId, name: colleague.name, email: colleague.email, emailVerified: true, role: "buyer" as const },
      ...{ createdAt: opened, updatedAt: opened },
    },
  };
}
