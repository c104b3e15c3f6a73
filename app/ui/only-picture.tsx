import { Link } from "react-router";
import styles from "./only-picture.module.css";

type OnlyPictureProps = {
  /** For wide screens, 16:9. */
  src: string;
  /** For upright screens, about 1:2. */
  tallSrc: string;
  alt: string;
  /** The picture's link, if any; `alt` then says so. */
  to?: string;
  /** In the dashboard: its menu stays. */
  isBesideMenu?: boolean;
};

/** A page that is only a picture; it fills the space below the header. */
export function OnlyPicture({ src, tallSrc, alt, to, isBesideMenu }: OnlyPictureProps) {
  const picture = (
    <picture>
      <source media="(max-aspect-ratio: 13/20)" srcSet={tallSrc} width={720} height={1400} />
      <img src={src} width={1600} height={900} alt={alt} />
    </picture>
  );
  return (
    <div className={styles.whole} data-whole-page={isBesideMenu ? "beside-menu" : ""}>
      {to ? <Link to={to}>{picture}</Link> : picture}
    </div>
  );
}
