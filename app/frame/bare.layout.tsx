import { Outlet } from "react-router";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";

export default function BareLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
