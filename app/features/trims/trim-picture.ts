type Picture = { src: string; avif?: string; srcSet?: string };

const ours = /^(\/images\/(?:products|uploads)\/[a-z0-9-]+)\.webp$/;

/** What a browser may choose from for a trim's `img`: our own pictures and uploaded ones have siblings, pictures elsewhere stand alone. */
export function trimPicture(img: string): Picture {
  const [, base] = ours.exec(img) ?? [];
  if (!base) return { src: img };
  const sizes = (format: string) => `${base}-320.${format} 320w, ${base}.${format} 640w`;
  return { src: img, avif: sizes("avif"), srcSet: sizes("webp") };
}
