import { nameCountry } from "#app/contract/country-name.ts";
import { addTotals, formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Letter } from "#app/platform/mail/layout.server.ts";

/** What a letter says about a sheet, and about those of its orders that have not ended. `unitPrice` is in USD. */
export type SentSheet = {
  id: string;
  number: number;
  name: string;
  email: string;
  phone: string;
  address: string;
  company: string | null;
  country: string | null;
  poNumber: string | null;
  wantedOn: string | null;
  note: string | null;
  orders: readonly {
    number: number;
    article: number;
    productName: string;
    orderQuantity: number;
    unitPrice: string;
  }[];
};

/** What a buyer is told about their sheet. */
export function writeConfirmation(sheet: SentSheet): Letter {
  return {
    subject: `${nameOf(sheet)} sent: ${summarize(sheet)}`,
    heading: "Your order sheet is sent",
    paragraphs: [
      `Thank you, ${sheet.name}. We have set the pieces aside for you.`,
      "An admin will review the orders. To pay or to cancel, open them. The confirmation is attached.",
    ],
    facts: listFacts(sheet),
    button: openSheet(sheet),
    finePrint: "You get this mail because the sheet was sent with your account. If that was not you, please tell us.",
  };
}

/** What an admin is told about a sheet, whoever sent it. */
export function writeNotice(sheet: SentSheet): Letter {
  return {
    subject: `New ${nameOf(sheet)}: ${summarize(sheet)}`,
    heading: "A new order sheet",
    paragraphs: [`${sheet.name} (${sheet.email}) has sent an order sheet.`],
    facts: listFacts(sheet),
    button: openSheet(sheet),
    finePrint: "You get this mail because you are an admin of the shop.",
  };
}

function nameOf({ number, poNumber }: SentSheet): string {
  return `Sheet S-${number}${poNumber ? `, ${namePo(poNumber)}` : ""}`;
}

function summarize({ orders }: SentSheet): string {
  return `${orders.length} ${orders.length === 1 ? "order" : "orders"}, ${formatTotal(sumOf(orders))}`;
}

function sumOf(orders: SentSheet["orders"]): string {
  return addTotals(orders.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity)));
}

function openSheet({ number }: SentSheet) {
  return { label: `Open Sheet S-${number}`, to: `/dashboard/ordersheets/${number}` };
}

function listFacts(sheet: SentSheet): [string, string][] {
  const { orders, poNumber, wantedOn, company, country, address, phone, note } = sheet;
  const pieces = orders.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  const where = [company, address, country && nameCountry(country)].filter((part) => part !== null).join(", ");
  return [
    ...orders.map(describeOrder),
    ["Total", `${formatPieces(pieces)} pieces, ${formatTotal(sumOf(orders))}`],
    ...(poNumber ? [["PO number", poNumber] as [string, string]] : []),
    ...(wantedOn ? [["Requested delivery", formatDay(wantedOn)] as [string, string]] : []),
    ["Send to", where],
    ["Phone", phone],
    ...(note ? [["Note", note] as [string, string]] : []),
  ];
}

function describeOrder(order: SentSheet["orders"][number]): [string, string] {
  const { number, article, productName, orderQuantity, unitPrice } = order;
  const sum = formatTotal(totalPrice(unitPrice, orderQuantity));
  const pieces = `${formatPieces(orderQuantity)} × ${formatUnitPrice(unitPrice)}`;
  return [`No. ${number}`, `Art. ${formatArticle(article)} ${productName}: ${pieces} = ${sum}`];
}
