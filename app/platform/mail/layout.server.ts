import { html, raw } from "hono/html";
import { brand } from "#app/content/brand.ts";
import { colourOf } from "#app/platform/palette.server.ts";

/** The contents of a mail: plain text, all of which is escaped. */
export type EmailContent = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** A short table, such as the items ordered. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** The next step: a page of the shop, as a path or address. */
  button?: { label: string; to: string };
  /** Why this mail came, and what to do if it should not have. */
  finePrint: string;
};

/** What mails need of the shop: its web address, the address that people write to, and for some where to pay. */
export type EmailContext = {
  origin: string;
  contact: string;
  bank?: readonly (readonly [label: string, value: string])[];
};

/** A complete mail. Its HTML, several times as long, is generated from `page` when it is sent. */
export type LaidOut = { subject: string; text: string; page: Page };
/** A mail as an earlier release left it in the outbox. */
export type Written = { subject: string; text: string; html: string };

type Page = Omit<EmailContent, "subject" | "button" | "facts"> &
  Pick<EmailContext, "origin" | "contact"> & { facts: NonNullable<EmailContent["facts"]>; button?: Button };

/**
 * Lays out a mail as text, and prepares what `toHtml` needs. @throws Error when its button points outside the shop.
 */
export function layOut(content: EmailContent, emailContext: EmailContext): LaidOut {
  const { origin, contact } = emailContext;
  const { subject, heading, paragraphs, facts = [], finePrint } = content;
  const button = content.button && { label: content.button.label, href: toAddress(content.button.to, origin) };
  const text = [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${setIn(value)}`).join("\n")] : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    `-- \n${finePrint}\n${brand.name}, ${origin}, ${contact}`,
  ].join("\n\n");
  const page = { heading, paragraphs, facts, ...(button ? { button } : {}), finePrint, origin, contact };
  return { subject, text: `${text}\n`, page };
}

/** Further lines of a value are indented, so that nothing a buyer wrote looks like a line of the mail. */
function setIn(value: string): string {
  return value.split(LINE_END).join("\n  ");
}

const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

function toAddress(to: string, origin: string): string {
  const address = new URL(to, origin);
  if (address.origin !== origin) throw new Error("a mail may lead to the shop only");
  return address.href;
}

// Mail programs understand tables and style attributes. The style element is for dark mode, and for what a mail can do
// without; Outlook for Windows, which hands no font on to a cell, has one of its own. Gmail cuts a mail off at 102 KB,
// so a row has as few attributes as it can.
const colours = {
  page: colourOf("page"),
  surface: colourOf("surface"),
  ink: colourOf("ink"),
  soft: colourOf("ink-soft"),
  line: colourOf("line"),
  action: colourOf("action"),
  thread: colourOf("action-thread"),
  onAction: colourOf("on-action"),
  denim: colourOf("denim").light,
  onDenim: colourOf("on-denim").light,
  selvedge: colourOf("selvedge").light,
};
const serif = "font-family:Besley,Georgia,serif";
const sans = "font-family:Archivo,Arial,sans-serif";
const stylesheet = `
.facts th { font-weight: 400; color: ${colours.soft.light}; }
@media (prefers-color-scheme: dark) {
  .page { background: ${colours.page.dark} !important; }
  .sheet { background: ${colours.surface.dark} !important; }
  .ink { color: ${colours.ink.dark} !important; }
  .soft, .facts th { color: ${colours.soft.dark} !important; }
  .facts th, .facts td { border-color: ${colours.line.dark} !important; }
  .action { background: ${colours.action.dark} !important; border-color: ${colours.thread.dark} !important; }
  .action a { color: ${colours.onAction.dark} !important; }
}`;
const forOutlook = raw("<!--[if mso]><style>td,th,p,a{font-family:Arial,sans-serif}</style><![endif]-->");
/** It knows no largest width, so it gets a table around ours. */
const outlookWidth = {
  open: raw('<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->'),
  close: raw("<!--[if mso]></td></tr></table><![endif]-->"),
};

type Button = { label: string; href: string };

/** The HTML of a mail that waits. */
export function toHtml(mail: LaidOut | Written): string {
  return "html" in mail ? mail.html : drawPage(mail);
}

function drawPage({ subject, page }: LaidOut): string {
  const { heading, paragraphs, facts, button, finePrint, origin, contact } = page;
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${stylesheet}</style>
${forOutlook}
</head>
<body class="page" style="margin:0;background:${colours.page.light}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page.light}">
<tr><td align="center" style="padding:24px 12px">
${outlookWidth.open}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:${colours.denim};padding:20px 28px;${serif};font-size:22px;font-weight:600;color:${colours.onDenim}">${brand.name}</td></tr>
${selvedge()}
<tr><td class="sheet" style="background:${colours.surface.light};padding:28px">
<h1 class="ink" style="margin:0 0 16px;${serif};font-size:26px;line-height:1.25;color:${colours.ink.light}">${heading}</h1>
${paragraphs.map(
  (words) =>
    html`<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.5;color:${colours.ink.light}">${words}</p>`,
)}
${facts.length > 0 ? factTable(facts) : ""}
${button ? buttonLink(button) : ""}
</td></tr>
<tr><td class="soft" style="padding:16px 28px;${sans};font-size:13px;line-height:1.5;color:${colours.soft.light}">
${finePrint}<br><a class="soft" href="${origin}" target="_blank" style="color:${colours.soft.light}">${brand.name}</a>,
<a class="soft" href="mailto:${contact}" style="color:${colours.soft.light}">${contact}</a>
</td></tr>
</table>
${outlookWidth.close}
</td></tr>
</table>
</body>
</html>`;
  return String(markup);
}

/** The woven edge below the denim: cream, red, cream. */
function selvedge() {
  return [colours.onDenim, colours.selvedge, colours.onDenim].map(
    (colour) => html`<tr><td style="background:${colour};height:3px;line-height:3px;font-size:0">&nbsp;</td></tr>\n`,
  );
}

function factTable(facts: Page["facts"]) {
  const edge = `border-bottom:1px solid ${colours.line.light}`;
  return html`<table class="facts ink" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;${sans};font-size:15px;line-height:1.45;color:${colours.ink.light}">
${facts.map(
  ([label, value], at) => html`<tr valign="top">
<th scope="row" align="left" nowrap style="padding:8px 16px 8px 0;${edge}">${label}</th>
<td${at === 0 ? raw(' width="99%"') : ""} style="padding:8px 0;${edge}">${breakLines(value)}</td>
</tr>
`,
)}</table>`;
}

/** Outlook and some phones know no other way to keep lines apart. */
function breakLines(value: string) {
  return value.split(LINE_END).map((line, at) => html`${at === 0 ? "" : raw("<br>")}${line}`);
}

/** Outlook takes the padding of a cell, and everything else that of the link, which is then as large as its button. */
function buttonLink({ label, href }: Button) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 0"><tr>
<td class="action" bgcolor="${colours.action.light}" style="background:${colours.action.light};border:1px dashed ${colours.thread.light};border-radius:4px;mso-padding-alt:13px 22px">
<a href="${href}" target="_blank" style="display:inline-block;padding:13px 22px;mso-padding-alt:0;${sans};font-size:16px;
font-weight:600;text-decoration:none;color:${colours.onAction.light}">${label}</a></td>
</tr></table>`;
}
