type Picture = { src: string; avif?: string; srcSet?: string };

const ours = /^(\/images\/(?:products|uploads)\/[a-z0-9-]+)\.webp$/;

/** The widths of our pictures in pixels; each is four wide and three high. The widest has the plain name. */
const WIDTHS = [320, 480, 640, 960, 1280];
const WIDEST = 1280;

/** The size of the JPEGs for link previews: LinkedIn shows neither WebP nor AVIF. */
export const PREVIEW = { width: 1200, height: 900 } as const;

/** The picture of a trim for link previews; one hosted elsewhere is named as it is, in the usual size. */
export function previewPicture({ img, alt }: { img: string; alt: string }) {
  return { path: img.replace(ours, "$1.jpg"), alt, ...PREVIEW };
}

/**
 * The sources for a trim's `img`: our pictures and uploads come in several versions, pictures elsewhere in one. If a
 * page shows many pictures, `most` keeps high-density screens from fetching the large ones.
 */
export function trimPicture(img: string, most = WIDEST): Picture {
  const [, base] = ours.exec(img) ?? [];
  if (!base) return { src: img };
  const nameOf = (width: number) => (width === WIDEST ? base : `${base}-${width}`);
  const sizes = (format: string) =>
    WIDTHS.filter((width) => width <= most)
      .map((width) => `${nameOf(width)}.${format} ${width}w`)
      .join(", ");
  return { src: `${nameOf(Math.min(most, WIDEST))}.webp`, avif: sizes("avif"), srcSet: sizes("webp") };
}
