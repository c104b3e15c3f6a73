import { html } from "hono/html";
import { pageTitle } from "#app/content/brand.ts";
import { colourProperties } from "#app/platform/palette.server.ts";

export type ShownMail = { name: string; subject: string; to: string; time: string; text: string; html: string };

const style = `
:root { color-scheme: light dark;
  ${colourProperties} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1.0625rem/1.5 Archivo, Arial, sans-serif; }
header { background: var(--denim); color: var(--on-denim); padding: 1.25rem max(1rem, 50vw - 30rem); border-bottom: 3px solid var(--selvedge);
  font: 600 1.375rem Besley, Georgia, serif; }
header a { color: inherit; text-decoration: none; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font: 600 1.75rem/1.25 Besley, Georgia, serif; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font: 600 1.125rem Archivo, Arial, sans-serif; margin: 2rem 0 .5rem; }
a { color: var(--brass-ink); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li { padding: .75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
li p, dl { margin: 0; color: var(--ink-soft); font-size: .9375rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre, iframe { width: 100%; background: var(--surface); border: 1px solid var(--line); border-radius: 4px; }
pre { padding: 1rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9375rem; }
iframe { height: 48rem; display: block; }
`;

type Markup = ReturnType<typeof html>;

/** The newest mails of `count`, newest first. */
export function listPage(mails: readonly ShownMail[], count: number): Markup {
  return frame(
    "Mails",
    html`<h1>Mails of this demo</h1>
<p>No mail server is set, so nothing leaves this machine. ${countInWords(mails.length, count)}</p>
<ol>${mails.map(
      ({ name, subject, to, time }) => html`<li><a href="/dev/mails/${name}">${subject}</a>
<p>${to} · ${moment(time)}</p></li>`,
    )}</ol>`,
  );
}

function countInWords(shown: number, count: number): string {
  if (count === 0) return "There are no mails yet. Place an order, and look again.";
  return shown < count ? `The newest ${shown} of ${count} mails:` : `${count} ${count === 1 ? "mail" : "mails"}:`;
}

/**
 * One mail: its headers, its text with working links to the shop at `origin`, and its HTML in a frame without rights.
 */
export function mailPage({ subject, to, time, text, html: body }: ShownMail, origin: string): Markup {
  return frame(
    subject,
    html`<p><a href="/dev/mails">All mails</a></p>
<h1>${subject}</h1>
<dl><dt>To</dt><dd>${to}</dd><dt>Time</dt><dd>${moment(time)}</dd></dl>
<h2 id="text">Text</h2>
<pre aria-labelledby="text" tabindex="0" role="region">${withLinks(text, origin)}</pre>
<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${body}"></iframe>`,
  );
}

function moment(time: string): Markup {
  return html`<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>`;
}

function withLinks(text: string, origin: string): Markup[] {
  return text.split(/(https?:\/\/\S+)/).map((part) => {
    const leadsHome = URL.parse(part)?.origin === origin;
    return leadsHome ? html`<a href="${part}">${part}</a>` : html`${part}`;
  });
}

function frame(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${pageTitle(title)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="/">Rivet &amp; Reed</a></header>
<main>${content}</main>
</body>
</html>`;
}
