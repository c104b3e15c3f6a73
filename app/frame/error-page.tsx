import { Brand } from "#app/ui/brand.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Selvedge } from "#app/ui/seams.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import "./header.css";

/** When a whole page failed. It leans on as little as possible: what broke the page may sit in the header. */
export function ErrorPage() {
  return (
    <>
      <header className="top denim">
        <div className="bar wrap">
          <Brand name={["Rivet", "Reed"]} />
        </div>
        <Selvedge />
      </header>
      <main id="main" className="wrap section">
        <SectionHead as="h1" title="This page is out of order" />
        <p className="lede">The fault is ours and has been noted. Nothing of yours is gone.</p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => location.reload()}>Retry</Button>
          <ButtonLink to="/" kind="line" reloadDocument>
            To the home page
          </ButtonLink>
        </p>
      </main>
    </>
  );
}
