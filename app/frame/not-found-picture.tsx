import { OnlyPicture } from "#app/ui/only-picture.tsx";

/** Only the picture; its alternative text says what it shows and where it leads. */
export function NotFoundPicture({ isBesideMenu = false }: { isBesideMenu?: boolean }) {
  return (
    <OnlyPicture
      src="/images/site/404.svg"
      tallSrc="/images/site/404-tall.svg"
      alt="404, page not found: a loose button between two stitched fours. Back to the home page"
      to="/"
      isBesideMenu={isBesideMenu}
    />
  );
}

/**
 * For a dashboard page that only learns from its answer that there is nothing to show: the menu is already there, and
 * stays.
 */
export function NotFoundBesideMenu() {
  return (
    <>
      <h1 className="sr">Not found</h1>
      <NotFoundPicture isBesideMenu />
    </>
  );
}
