import { blogs, blogsLede } from "#app/content/blogs.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { Accordion, AccordionItem } from "#app/ui/accordion.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/blogs.page.ts";
import styles from "./blogs.page.module.css";
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
      <Accordion>
        {blogs.map(({ question, answer }, index) => (
          <AccordionItem
            key={question}
            open={index === 0}
            title={<h2 className={styles.question}>{question}</h2>}
            className={joinClasses(textStyles.soft, styles.answer)}
          >
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </AccordionItem>
        ))}
      </Accordion>
    </ReadingPage>
  );
}
