import { whyUs } from "#app/content/home.ts";
import { IconClock, IconFactory, IconTruck } from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./why-us.module.css";

const signs = { clock: IconClock, truck: IconTruck, factory: IconFactory };

export function WhyUs() {
  return (
    <section className={joinClasses(layoutStyles.section, styles.section)} aria-labelledby="why-title">
      <div className={layoutStyles.wrap}>
        <SectionHead id="why-title" title="Why choose us" />
        <ul className={styles.reasons}>
          {whyUs.map(({ sign, title, text }) => {
            const Sign = signs[sign];
            return (
              <li key={title} className={styles.reason}>
                <Sign className={styles.sign} />
                <h3>{title}</h3>
                <p className={textStyles.soft}>{text}</p>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
