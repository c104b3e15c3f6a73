import { Fragment } from "react";
import { useSession } from "#app/client/session.ts";
import { brand } from "#app/content/brand.ts";
import { terms, termsCourts, termsLede, termsOwner, termsVersion } from "#app/content/terms.ts";
import { phoneLink, useContact } from "#app/frame/contact-context.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { IconOrders } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/terms.page.ts";
import styles from "./terms.page.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/terms",
    title: "Terms",
    description: "Prices, minimum quantities, delivery, payment, returns and your data: the terms for ordering trims.",
  });
}

const contents = [...terms, { id: "contact", title: "Contact" }];

export default function TermsPage() {
  const contact = useContact();
  const session = useSession();
  // The page is the same for everybody; what is still open in it concerns only those who can fill it in.
  const isAdmin = session.status === "in" && session.isAdmin;
  const show = (words: string) => (isAdmin ? markOpen(words) : withoutBrackets(words));
  const owner = contact && [[brand.name, ...contact.address].join(", "), contact.register].filter(Boolean).join(". ");
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section, styles.reading)}>
      <div className={styles.side}>
        <SectionHead as="h1" title="Terms" lede={termsLede} />
        <nav data-unprinted className={styles.contents} aria-labelledby="contents">
          <p className={textStyles.label} id="contents">
            On this page
          </p>
          <ul>
            {contents.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.words}>
        {isAdmin && (
          <div className={styles.notice}>
            <IconOrders />
            <p>This is a template.</p>
            <p>
              Before the shop opens, fill in the words in brackets and have a lawyer read all of it. Only admins see
              this notice and the brackets.
            </p>
          </div>
        )}
        <p className={joinClasses(textStyles.small, textStyles.soft)}>
          Version {termsVersion.number}, of {termsVersion.date}. An order keeps the terms in force when it was placed.
        </p>
        {terms.map(({ id, title, paragraphs }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{show(paragraph)}</p>
            ))}
          </section>
        ))}
        <section aria-labelledby="contact">
          <h2 id="contact" tabIndex={-1}>
            Contact
          </h2>
          {contact && contact.address.length > 0 ? <p>{owner}</p> : isAdmin && <p>{show(termsOwner)}</p>}
          {contact && (
            <p>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
          {contact?.phone && (
            <p>
              <a href={phoneLink(contact.phone)}>{contact.phone}</a>
            </p>
          )}
          {isAdmin && <p>{show(termsCourts)}</p>}
        </section>
        <p data-unprinted className={joinClasses(textStyles.small, styles.back)}>
          <a href="#main">Back to the top</a>
        </p>
      </div>
    </div>
  );
}

/** "within [2] working days" as it is read by those who order. */
function withoutBrackets(words: string): string {
  return words.replaceAll(/[[\]]/g, "");
}

/** Words in brackets are still to be filled in, and look like it. */
function markOpen(words: string) {
  return words
    .split(/(\[[^\]]*\])/)
    .filter(Boolean)
    .map((part) => (part.startsWith("[") ? <mark key={part}>{part}</mark> : <Fragment key={part}>{part}</Fragment>));
}
