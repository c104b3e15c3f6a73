import { counters, type Figure, statistics } from "#app/content/home.ts";
import { Rivet, Stitch } from "#app/ui/seams.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { useCountUp } from "./use-count-up.ts";
import "./summery.css";

/** The business in figures, and below it the leather band. */
export function Summery() {
  return (
    <>
      <section className="section denim summery" aria-labelledby="summery-title">
        <div className="wrap">
          <SectionHead id="summery-title" title="Business Summery" />
          <dl className="counters">
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
      <section className="band" aria-label="Awards and nominations">
        <Stitch />
        <div className="wrap rivets">
          <Rivet />
          <Rivet />
          <Rivet />
          <Rivet />
          {statistics.map((figure) => (
            <p className="fig" key={figure.of}>
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
  // One text, not two: a sign of its own would wander with every figure.
  return (
    <span className="count-up" ref={ref}>
      {`${shown}${sign ?? ""}`}
    </span>
  );
}
