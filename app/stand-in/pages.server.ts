import { createHash } from "node:crypto";
import { colourProperties } from "#app/platform/palette.server.ts";
import type { StandInPerson } from "./people.server.ts";

const style = `
:root { color-scheme: light dark;
  ${colourProperties} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1.0625rem/1.5 Archivo, Arial, sans-serif; }
main { max-width: 28rem; margin: 2rem auto; padding: 2rem 1.5rem; background: var(--surface);
  border-top: 6px solid var(--denim); box-shadow: inset 0 3px 0 var(--selvedge); }
h1 { margin: 0 0 .5rem; font: 700 1.6rem/1.2 Besley, Georgia, serif; }
p { margin: 0 0 1.25rem; color: var(--ink-soft); }
.demo { display: inline-block; margin-bottom: 1rem; padding: .1rem .6rem; border: 2px dashed var(--thread); color: var(--ink);
  font-weight: 700; letter-spacing: .08em; text-transform: uppercase; font-size: .8125rem; }
form { margin: 0 0 .75rem; }
button { width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 2px solid var(--action); border-radius: 4px;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 650; cursor: pointer; }
button.line { background: transparent; color: var(--ink); border-color: var(--line-strong); }
button span { display: block; font-weight: 400; font-size: .9375rem; }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** Allows only this style sheet. There is no form-action, because one of our answers leads back to the shop. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`;

type Asked = { uid: string; provider: string };

export function choicePage({ uid, provider }: Asked, people: readonly StandInPerson[]): string {
  const choices = people.map(
    ({ id, name, email }) => `<form method="post" action="/interaction/${uid}/as/${encodeURIComponent(id)}">
      <button>${escapeHtml(name)}<span>${escapeHtml(email)}</span></button></form>`,
  );
  return page(
    `Who signs in with ${provider}?`,
    `<p>This is not ${provider}: a demo shop answers for it, with people it made up.</p>
    ${choices.join("\n")}
    ${refusal(uid)}`,
  );
}

export function consentPage({ uid, provider }: Asked, person: StandInPerson): string {
  return page(
    "Give Rivet &amp; Reed access?",
    `<p>The shop asks this demo ${provider} for the name and the e-mail address of ${escapeHtml(person.name)}
      (${escapeHtml(person.email)}).</p>
    <form method="post" action="/interaction/${uid}/allow"><button>Allow</button></form>
    ${refusal(uid)}`,
  );
}

export function failurePage(reason: string): string {
  return page("That did not work", `<p>${escapeHtml(reason)}</p><p>Please close this window and try again.</p>`);
}

function refusal(uid: string): string {
  return `<form method="post" action="/interaction/${uid}/refuse"><button class="line">Refuse</button></form>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} : demo</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <span class="demo">demo</span>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
