import { blogs, blogsLede } from "#app/content/blogs.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import type { Route } from "./+types/blogs.page.ts";
import styles from "./blogs.module.css";
import { ReadingPage } from "./reading-page.tsx";

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
    <ReadingPage
      title="Blogs"
      lede={blogsLede}
      picture={{
        src: "/images/products/damask-woven-label-indigo-60x20.webp",
        alt: "Indigo damask woven label with the words Rivet & Reed in ecru thread",
      }}
    >
      <div className="acc-list">
        {blogs.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              <h2 className={styles.question}>{question}</h2>
              <i aria-hidden="true" />
            </summary>
            <div className={`soft ${styles.answer}`}>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </details>
        ))}
      </div>
    </ReadingPage>
  );
}
