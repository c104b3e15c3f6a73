import { Outlet } from "react-router";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

export default function SiteLayout() {
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
