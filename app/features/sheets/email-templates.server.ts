import { nameCountry } from "#app/contract/country-name.ts";
import { formatPieces, formatTotal, totalPrice } from "#app/contract/money.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { type Charge, formatCharge, totalWith } from "#app/features/orders/charges/charge.rules.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { sayDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import { describeBuyer, describeLine, nameOrders, sumOf } from "#app/features/orders/email-templates.server.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { EmailContent } from "#app/platform/mail/layout.server.ts";

/** What a mail says about a sheet, and about those of its orders that have not ended. `unitPrice` is in USD. */
export type SentSheet = {
  id: string;
  number: number;
  name: string;
  email: string;
  phone: string;
  address: string;
  company: string | null;
  country: string | null;
  shipTo: ShipTo | null;
  poNumber: string | null;
  wantedOn: string | null;
  note: string | null;
  /** The member of staff who entered it for the buyer. */
  enteredBy: string | null;
  orders: readonly SentOrder[];
  /** Freight and discounts of the sheet. */
  charges: readonly Charge[];
};

type SentOrder = OrderStatus & {
  number: number;
  article: number;
  productName: string;
  orderQuantity: number;
  unitPrice: string;
  depositPercent: number;
  dueOn: string | null;
};

/** What a buyer is told about their sheet. Some of its orders may have moved on meanwhile. */
export function writeConfirmation(sheet: SentSheet): EmailContent {
  const isNew = sheet.orders.every(({ review }) => review === "in-review");
  return {
    subject: `${nameOf(sheet)} ${sheet.enteredBy ? "placed for you" : "sent"}, ${summarize(sheet)}`,
    heading: `${nameOf(sheet)} ${sheet.enteredBy ? "placed for you" : "sent"}`,
    paragraphs: [
      sheet.enteredBy
        ? `Dear ${sheet.name}, ${sheet.enteredBy} of our office has entered this order for you. We have set the pieces aside.`
        : `Thank you, ${sheet.name}. We have set the pieces aside for you.`,
      `${isNew ? "We will confirm the orders. " : ""}To cancel one, open it. The confirmation is attached.`,
      ...sayDeposit(sheet.orders),
    ],
    facts: listFacts(sheet),
    button: openSheet(sheet),
    finePrint: sheet.enteredBy
      ? "You get this mail because we entered the order in your name. If you did not ask for it, please tell us."
      : "You get this mail because the sheet was sent with your account. If that was not you, please tell us.",
  };
}

/** What an admin is told about a sheet, whoever sent it. */
export function writeNotice(sheet: SentSheet): EmailContent {
  return {
    subject: `${nameOf(sheet)} is new, ${summarize(sheet)}`,
    heading: `${nameOf(sheet)} is new`,
    paragraphs: [
      sheet.enteredBy
        ? `${sheet.enteredBy} has entered an order sheet for ${describeBuyer(sheet)}.`
        : `${describeBuyer(sheet)} has sent an order sheet.`,
    ],
    facts: listFacts(sheet),
    button: openSheet(sheet),
    finePrint: "You get this mail because you are an admin of the shop.",
  };
}

/** `Sheet S-31`, after the buyer's own PO number if there is one. */
function nameOf({ number, poNumber }: SentSheet): string {
  const po = poNumber ? `${nameOrders([{ number, sheetNumber: number, poNumber }])}: ` : "";
  return `${po}Sheet S-${number}`;
}

function summarize(sheet: SentSheet): string {
  const { orders } = sheet;
  return `${orders.length} ${orders.length === 1 ? "order" : "orders"}, ${totalOf(sheet)}`;
}

function totalOf({ orders, charges }: SentSheet): string {
  const totals = orders.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity));
  return formatTotal(totalWith(totals, charges));
}

function openSheet({ number }: SentSheet) {
  return { label: `Open Sheet S-${number}`, to: `/dashboard/ordersheets/${number}` };
}

function listFacts(sheet: SentSheet): [string, string][] {
  const { number, orders, charges, poNumber, wantedOn, country, phone, note } = sheet;
  const pieces = orders.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  const where = listAddress({ ...sheet, country: country && nameCountry(country) });
  return [
    ["Total", totalOf(sheet)],
    ...(charges.length > 0 ? [["Goods", sumOf(orders)] as [string, string]] : []),
    ...charges.map((one): [string, string] => [chargeLabels[one.kind], `${formatCharge(one)}, ${one.reason}`]),
    ["Pieces", formatPieces(pieces)],
    ...(poNumber ? [["PO number", poNumber] as [string, string]] : []),
    ["Order sheet", `S-${number}`],
    ...(wantedOn ? [["Requested delivery", formatDay(wantedOn)] as [string, string]] : []),
    ["Send to", where.join("\n")],
    ["Phone", phone],
    ...(note ? [["Note", note] as [string, string]] : []),
    ...orders.map((order): [string, string] => {
      const item = `Art. ${formatArticle(order.article)} ${order.productName}`;
      return [`No. ${order.number}`, describeLine({ ...order, productName: item }).join("\n")];
    }),
  ];
}
