import { nameCountry } from "#app/contract/country-name.ts";
import { formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import { listAdmins } from "#app/features/identity/admins.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";

type SentSheet = {
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
  pieces: number;
  total: string;
  lines: readonly { orderNumber: number; article: number; name: string; orderQuantity: number; unitPrice: string }[];
};

/**
 * Tells every admin about the sheet, and its buyer only at a confirmed address: a stranger must never get what somebody
 * else typed. One mail each, however many orders there are.
 */
export async function mailSentSheet(
  tx: Tx,
  sheet: SentSheet,
  { letterhead, isVerified }: { letterhead: Letterhead; isVerified: boolean },
): Promise<void> {
  const notice = layOut(writeNotice(sheet), letterhead);
  const admins = await listAdmins(tx);
  const confirmation = () => ({
    ...layOut(writeConfirmation(sheet), letterhead),
    to: { name: sheet.name, address: sheet.email },
    enclosed: [`confirmation sheet ${sheet.id}`],
    key: `sheet ${sheet.id} confirmed`,
  });
  await enqueueMails(tx, [
    ...(isVerified ? [confirmation()] : []),
    ...admins.map(({ id, name, email }) => ({
      ...notice,
      to: { name, address: email },
      key: `sheet ${sheet.id} told to ${id}`,
    })),
  ]);
}

function writeConfirmation(sheet: SentSheet) {
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

function writeNotice(sheet: SentSheet) {
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

function summarize({ lines, total }: SentSheet): string {
  return `${lines.length} ${lines.length === 1 ? "order" : "orders"}, ${formatTotal(total)}`;
}

function openSheet({ number }: SentSheet) {
  return { label: `Open Sheet S-${number}`, to: `/dashboard/ordersheets/${number}` };
}

function listFacts(sheet: SentSheet): [string, string][] {
  const { lines, pieces, total, poNumber, wantedOn, company, country, address, phone, note } = sheet;
  const where = [company, address, country && nameCountry(country)].filter((part) => part !== null).join(", ");
  return [
    ...lines.map(describeLine),
    ["In all", `${formatPieces(pieces)} pieces, ${formatTotal(total)}`],
    ...(poNumber ? [["PO number", poNumber] as [string, string]] : []),
    ...(wantedOn ? [["Wanted by", formatDay(wantedOn)] as [string, string]] : []),
    ["Send to", where],
    ["Phone", phone],
    ...(note ? [["Note", note] as [string, string]] : []),
  ];
}

function describeLine(line: SentSheet["lines"][number]): [string, string] {
  const { orderNumber, article, name, orderQuantity, unitPrice } = line;
  const sum = formatTotal(totalPrice(unitPrice, orderQuantity));
  const art = formatArticle(article);
  return [
    `No. ${orderNumber}`,
    `Art. ${art} ${name}: ${formatPieces(orderQuantity)} × ${formatUnitPrice(unitPrice)} = ${sum}`,
  ];
}
