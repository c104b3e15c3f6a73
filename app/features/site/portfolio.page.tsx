import { portfolio } from "#app/content/portfolio.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import type { Route } from "./+types/portfolio.page.ts";
import "./reading.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/portfolio",
    title: "My Portfolio",
    description: "The developer behind this shop: what I build, what I build it with, and three sites worth reading.",
  });
}

export default function PortfolioPage() {
  return (
    <div className="wrap section reading">
      <div>
        <SectionHead as="h1" title="My Portfolio" lede={portfolio.lede} />
        <div className="reading-text">
          {portfolio.about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className="reading-pic">
          <Photo
            {...trimPicture("/images/products/woven-patch-label-workwear-80x50.webp")}
            sizes="(min-width: 992px) 45vw, 1px"
            alt="Indigo woven patch with mustard lettering and border"
            width={640}
            height={640}
          />
        </div>
      </div>
      <div className="profile">
        <section aria-labelledby="skills-title">
          <h2 id="skills-title">Skills</h2>
          <dl className="skills">
            {portfolio.skills.map(({ area, items }) => (
              <div key={area}>
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
          <ul className="sites">
            {portfolio.sites.map(({ name, href, text }) => (
              <li key={href}>
                <a href={href}>{name}</a>
                <p className="soft">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
