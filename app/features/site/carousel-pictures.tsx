import { type CSSProperties, useEffect, useState } from "react";
import type { LinkDescriptor } from "react-router";
import { type Slide, slides } from "#app/content/carousel.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import styles from "./carousel-pictures.module.css";

/** Phones have no room for a banner. */
const phone = "(width < 36rem)";
/** The banner is twice as wide as high and fills the height: that of the panel beside it, or below 62rem its own. */
const sizes = "(min-width: 104rem) 100rem, (min-width: 79rem) 96vw, (min-width: 62rem) 76rem, 58rem";

/** Makes the browser request the first picture before it reaches it in the page. */
export function firstPictureHints(): LinkDescriptor[] {
  const first = { rel: "preload", as: "image", type: "image/avif", fetchPriority: "high" } as const;
  const hint = (media: string, imageSizes: string, imageSrcSet = "") => ({ ...first, media, imageSizes, imageSrcSet });
  return slides
    .slice(0, 1)
    .flatMap(({ picture, banner }) => [
      hint(phone, "100vw", trimPicture(picture, 640).avif),
      hint(`not all and ${phone}`, sizes, widths(avif(banner))),
    ]);
}

/** The stacked banners. A banner is laid out, and so loaded, only when its turn is near. */
export function CarouselPictures({ current }: { current: number }) {
  const isLoaded = usePageLoaded();
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));

  useEffect(() => {
    setSeen((before) => (before.has(current) ? before : new Set(before).add(current)));
  }, [current]);

  return (
    <div className={styles.pictures}>
      {slides.map((slide, index) => (
        <picture key={slide.line}>
          <PhonePicture of={slide} />
          <source type="image/avif" sizes={sizes} srcSet={widths(avif(slide.banner))} />
          <img
            width={1920}
            height={960}
            loading={index === 0 ? "eager" : "lazy"}
            fetchPriority={index === 0 ? "high" : undefined}
            decoding={index === 0 ? undefined : "async"}
            draggable={false}
            alt={slide.alt}
            sizes={sizes}
            srcSet={widths(slide.banner)}
            src={slide.banner}
            style={focusOf(slide)}
            data-current={index === current || undefined}
            data-near={seen.has(index) || (isLoaded && isNeighbour(index, current)) || undefined}
          />
        </picture>
      ))}
    </div>
  );
}

/** No wider than 640 px, even on high-density screens: the page waits for it. */
function PhonePicture({ of: { picture } }: { of: Slide }) {
  const { avif, srcSet } = trimPicture(picture, 640);
  return (
    <>
      <source media={phone} type="image/avif" sizes="100vw" srcSet={avif} />
      <source media={phone} sizes="100vw" srcSet={srcSet} />
    </>
  );
}

/** The share of the banner left of its subject: the most that may be cut off at the seam. */
function focusOf({ shownFrom }: Slide): CSSProperties & Record<"--shown-from", number> {
  return { "--shown-from": shownFrom };
}

function isNeighbour(index: number, current: number) {
  const apart = Math.abs(index - current);
  return apart === 1 || apart === slides.length - 1;
}

function widths(banner: string) {
  return `${banner.replace(/(?=\.\w+$)/, "-1280")} 1280w, ${banner} 1920w`;
}

function avif(webp: string) {
  return webp.replace(/\.webp$/, ".avif");
}

function usePageLoaded() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const settle = () => setLoaded(true);
    if (document.readyState === "complete") settle();
    addEventListener("load", settle);
    return () => removeEventListener("load", settle);
  }, []);
  return isLoaded;
}
