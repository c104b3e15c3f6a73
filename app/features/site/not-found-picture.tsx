import { Link } from "react-router";
import "./only-picture.css";

/** Nothing but the picture; whoever cannot see it hears what it says and where it leads. */
export function NotFoundPicture() {
  return (
    <div className="only-picture">
      <Link to="/">
        <picture>
          <source media="(width < 62rem)" srcSet="/images/site/404-tall.svg" width={720} height={1400} />
          <img
            src="/images/site/404.svg"
            width={1600}
            height={900}
            alt="404, page not found: a loose button between two stitched fours. Back to the home page"
          />
        </picture>
      </Link>
    </div>
  );
}
