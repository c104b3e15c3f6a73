type Picture = { src: string; avif?: string; srcSet?: string };

const ours = /^(\/images\/(?:products|uploads)\/[a-z0-9-]+)\.webp$/;

/** The sources for a trim's `img`: our pictures and uploads come in several versions, pictures elsewhere in one. */
export function trimPicture(img: string): Picture {
  const [, base] = ours.exec(img) ?? [];
  if (!base) return { src: img };
  const sizes = (format: string) => `${base}-320.${format} 320w, ${base}.${format} 640w`;
  return { src: img, avif: sizes("avif"), srcSet: sizes("webp") };
}
