import { joinClasses } from "./join-classes.ts";
import styles from "./picture-frame.module.css";
import { useBrokenImage } from "./use-broken-image.ts";

export type PhotoProps = {
  /** The WebP, or the only picture; without one, the placeholder is shown. */
  src: string | null | undefined;
  /** The AVIF files, in `srcset` form; `sizes` applies to both. */
  avif?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  alt: string;
  width: number;
  height: number;
  /** Above the fold: fetched first, at once. */
  eager?: boolean;
  /** The placeholder's text, in place of `alt`. */
  fallbackText?: string | undefined;
  /** For the img, or for the placeholder. */
  className?: string | undefined;
};

export function Photo({ src, avif, srcSet, sizes, alt, eager = false, fallbackText, ...frame }: PhotoProps) {
  const { isBroken, watch } = useBrokenImage(src || undefined);
  if (!src || isBroken) return <Missing {...frame} alt={alt} text={fallbackText ?? alt} />;
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        {...frame}
        {...watch}
        // The order matters: some browsers start fetching at `src`.
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        // Whoever keeps a picture elsewhere need not know who sees it where.
        referrerPolicy={/^https?:/i.test(src) ? "no-referrer" : undefined}
        alt={alt}
        sizes={sizes}
        srcSet={srcSet}
        src={src}
      />
    </picture>
  );
}

type MissingProps = Pick<PhotoProps, "alt" | "width" | "height" | "className"> & { text: string };

function Missing({ alt, text, width, height, className }: MissingProps) {
  return (
    <span
      className={joinClasses(styles.missing, className)}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-hidden={alt ? undefined : true}
    >
      <span>{text}</span>
    </span>
  );
}
