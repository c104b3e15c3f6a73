type Picture = { src: string; avif?: string; srcSet?: string };

const ours = /^(\/images\/products\/[a-z0-9-]+)\.webp$/;

/** What a browser may choose from for a trim's `img`: our own pictures have siblings, the pictures admins add stand alone. */
export function trimPicture(img: string): Picture {
  const [, base] = ours.exec(img) ?? [];
  if (!base) return { src: img };
  return { src: img, avif: `${base}.avif`, srcSet: `${base}-320.webp 320w, ${base}.webp 640w` };
}
