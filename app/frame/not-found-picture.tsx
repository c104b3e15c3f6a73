import { OnlyPicture } from "#app/ui/only-picture.tsx";

/** Only the picture; its alternative text says what it shows and where it leads. */
export function NotFoundPicture() {
  return (
    <OnlyPicture
      src="/images/site/404.svg"
      tallSrc="/images/site/404-tall.svg"
      alt="404, page not found: a loose button between two stitched fours. Back to the home page"
      to="/"
    />
  );
}
