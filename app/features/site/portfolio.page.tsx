import { portfolio } from "#app/content/portfolio.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/portfolio.page.ts";
import styles from "./portfolio.page.module.css";
import { ReadingPage } from "./reading-page.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/portfolio",
    title: "My Portfolio",
    description: "The developer behind this shop: what I build, what I build it with, and three sites worth reading.",
  });
}

export default function PortfolioPage() {
  return (
    <ReadingPage
      title="My Portfolio"
      lede={portfolio.lede}
      picture={{
        src: "/images/products/woven-patch-label-workwear-80x50.webp",
        alt: "Indigo woven patch with mustard lettering and border",
      }}
      about={
        <div className={styles.about}>
          {portfolio.about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      }
    >
      <div className={styles.profile}>
        <section aria-labelledby="skills-title">
          <h2 id="skills-title">Skills</h2>
          <dl>
            {portfolio.skills.map(({ area, items }) => (
              <div key={area} className={styles.skill}>
                <dt>{area}</dt>
                {items.map((item) => (
                  <dd key={item}>{item}</dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="sites-title">
          <h2 id="sites-title">Sites I keep open at the bench</h2>
          <ul>
            {portfolio.sites.map(({ name, href, text }) => (
              <li key={href} className={styles.site}>
                <a href={href}>{name}</a>
                <p className={textStyles.soft}>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </ReadingPage>
  );
}
