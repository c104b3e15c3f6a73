import { blogs, blogsLede } from "#app/content/blogs.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import type { Route } from "./+types/blogs.page.ts";
import "./reading.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/blogs",
    title: "Blogs",
    description: "UI libraries, state, prototypes, pure components and unit tests: five questions, answered plainly.",
    jsonLd: {
      "@type": "FAQPage",
      mainEntity: blogs.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join("\n\n") },
      })),
    },
  });
}

export default function BlogsPage() {
  return (
    <div className="wrap section reading blogs">
      <div>
        <SectionHead as="h1" title="Blogs" lede={blogsLede} />
        <div className="reading-pic">
          <Photo
            {...trimPicture("/images/products/damask-woven-label-indigo-60x20.webp")}
            sizes="(min-width: 992px) 45vw, 1px"
            alt="Indigo damask woven label with the words Rivet & Reed in ecru thread"
            width={640}
            height={640}
          />
        </div>
      </div>
      <div className="acc-list">
        {blogs.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              <h2>{question}</h2>
              <i aria-hidden="true" />
            </summary>
            <div className="soft">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
