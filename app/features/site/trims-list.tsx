import type { ListedTrim } from "#app/features/trims/list/listed-trim.ts";
import { TrimLines } from "#app/features/trims/list/trim-lines.tsx";
import { TrimSearch } from "#app/features/trims/list/trim-search.tsx";
import { TrimTags } from "#app/features/trims/list/trim-tags.tsx";
import { trimsHref } from "#app/features/trims/list/trims-query.ts";
import { type Loaded, useIsLoading } from "#app/lists/use-loading.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { type HomeAsked, homeTrimsHref } from "./home-query.ts";
import styles from "./trims-list.module.css";

/** The newest trims. Search and lines lead to the list of all trims. */
export function TrimsList({ trims, asked }: { trims: Loaded<ListedTrim>; asked: HomeAsked }) {
  const isLoading = useIsLoading("#trims");
  return (
    <section
      className={joinClasses(layoutStyles.section, styles.section)}
      id="trims"
      aria-labelledby="trims-title"
      tabIndex={-1}
    >
      <div className={joinClasses(layoutStyles.wrap, styles.content)}>
        <SectionHead
          id="trims-title"
          title="Trims by the piece"
          lede="Every price is per piece. Each tag shows the minimum order and what is in the warehouse today."
        />
        <div className={styles.filter}>
          <TrimSearch value="" hrefOf={(q) => trimsHref({ q })} />
          <TrimLines />
        </div>
        <TrimTags
          trims={trims}
          isLoading={isLoading}
          subject="newest"
          show={asked.show}
          hrefOf={(show) => homeTrimsHref({ ...asked, show })}
          empty={<EmptyState title="No trims yet" text="The catalogue is empty. Please come back later." />}
        />
      </div>
    </section>
  );
}
