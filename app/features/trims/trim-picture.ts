type Picture = { src: string; avif?: string; srcSet?: string };

const ours = /^(\/images\/(?:products|uploads)\/[a-z0-9-]+)\.webp$/;

/** What a browser may choose from for a trim's `img`: our own pictures and uploaded ones have siblings, pictures elsewhere stand alone. */
export function trimPicture(img: string): Picture {
  const [, base] = ours.exec(img) ?? [];
  if (!base) return { src: img };
  return { src: img, avif: `${base}.avif`, srcSet: `${base}-320.webp 320w, ${base}.webp 640w` };
}
