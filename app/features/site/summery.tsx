import { counters, type Figure, statistics } from "#app/content/home.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Rivet, Stitch } from "#app/ui/seams.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import styles from "./summery.module.css";
import { useCountUp } from "./use-count-up.ts";

/** The business in figures, above the leather band. */
export function Summery() {
  return (
    <>
      <section
        className={joinClasses(layoutStyles.section, styles.section)}
        data-ground="denim"
        aria-labelledby="summery-title"
      >
        <div className={layoutStyles.wrap}>
          <SectionHead id="summery-title" title="Business Summery" />
          <dl className={styles.counters}>
            {counters.map((figure) => (
              <div key={figure.of}>
                <dt>{figure.of}</dt>
                <dd>
                  <Count figure={figure} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className={styles.band} aria-label="Awards and nominations">
        <Stitch />
        <div className={joinClasses(layoutStyles.wrap, styles.statistics)}>
          <Rivet className={styles.rivet} />
          <Rivet className={styles.rivet} />
          <Rivet className={styles.rivet} />
          <Rivet className={styles.rivet} />
          {statistics.map((figure) => (
            <p className={styles.statistic} key={figure.of}>
              <b>
                <Count figure={figure} />
              </b>{" "}
              {figure.of}
            </p>
          ))}
        </div>
        <Stitch />
      </section>
    </>
  );
}

function Count({ figure: { count, sign } }: { figure: Figure }) {
  const { ref, shown } = useCountUp(count);
  // One text, not two: a separate sign would move with every figure.
  return (
    <span className={styles.count} ref={ref}>
      {`${shown}${sign ?? ""}`}
    </span>
  );
}
