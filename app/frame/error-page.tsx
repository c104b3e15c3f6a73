import { Brand } from "#app/ui/brand.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./error-page.module.css";
import { HeaderFrame } from "./header-frame.tsx";

/** For when a whole page fails. It depends on as little as possible: the fault may be in the header. */
export function ErrorPage() {
  return (
    <>
      <HeaderFrame>
        <Brand name={["Rivet", "Reed"]} />
      </HeaderFrame>
      <main id="main" className={joinClasses(layoutStyles.wrap, layoutStyles.section)}>
        <SectionHead as="h1" title="This page is out of order" />
        <p className={textStyles.lede}>The fault is ours and has been noted. Nothing of yours is gone.</p>
        <p className={styles.actions}>
          <Button onClick={() => location.reload()}>Retry</Button>
          <ButtonLink to="/" kind="line" reloadDocument>
            To the home page
          </ButtonLink>
        </p>
      </main>
    </>
  );
}
