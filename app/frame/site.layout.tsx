import { Outlet } from "react-router";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { usePicturesAhead } from "./prefetch-pictures.ts";
import { SkipLink } from "./skip-link.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

export default function SiteLayout() {
  usePicturesAhead();
  return (
    <>
      <SkipLink />
      <Header />
      <Unconfirmed />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
