import { useEffect, useState } from "react";
import { pageTitle } from "#app/content/brand.ts";
import { Brand } from "#app/ui/brand.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./error-page.module.css";
import { HeaderFrame } from "./header-frame.tsx";
import { isReached } from "./unreachable-page.tsx";

/** For when a whole page fails. It depends on as little as possible: the fault may be in the header. */
export function ErrorPage() {
  const [isCutOff, setIsCutOff] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => void isReached(location.href).then((isThere) => setIsCutOff(!isThere)), []);
  useEffect(() => {
    if (isCutOff) document.title = pageTitle("No connection");
  }, [isCutOff]);

  /** Without a connection a reload would leave the browser's own error. */
  async function retry() {
    setIsAsking(true);
    if (await isReached(location.href)) return location.reload();
    setIsAsking(false);
    setIsCutOff(true);
  }

  return (
    <>
      <HeaderFrame>
        <Brand name={["Rivet", "Reed"]} />
      </HeaderFrame>
      <main id="main" className={joinClasses(layoutStyles.wrap, layoutStyles.section)}>
        <SectionHead as="h1" title={isCutOff ? "There is no connection to the shop" : "This page is out of order"} />
        <p className={textStyles.lede} role="status">
          {isCutOff
            ? "So this page could not be loaded. Nothing of yours is lost."
            : "The fault is ours and has been noted. Nothing of yours is lost."}
        </p>
        <p className={styles.actions}>
          <Button busy={isAsking} onClick={() => void retry()}>
            {isCutOff ? "Try again" : "Retry"}
          </Button>
          {!isCutOff && (
            <ButtonLink to="/" kind="line" reloadDocument>
              To the home page
            </ButtonLink>
          )}
        </p>
      </main>
    </>
  );
}
