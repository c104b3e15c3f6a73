import { useState } from "react";
import { brand } from "#app/content/brand.ts";
import { slides } from "#app/content/carousel.ts";
import { SeamVertical } from "#app/ui/seams.tsx";
import styles from "./carousel.module.css";
import { CarouselControls } from "./carousel-controls.tsx";
import { CarouselDialogs, type OpenDialog } from "./carousel-dialogs.tsx";
import { CarouselPictures } from "./carousel-pictures.tsx";
import { CarouselSlide } from "./carousel-slide.tsx";
import { useCarousel } from "./use-carousel.ts";

/** The six product lines: a denim panel with text, sewn to the banner. */
export function Carousel() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const carousel = useCarousel(slides.length, dialog !== undefined);
  return (
    <>
      <section
        className={styles.carousel}
        data-ground="denim"
        aria-roledescription="carousel"
        aria-label="Product lines"
        {...carousel.watch}
      >
        <div className={styles.panel}>
          <h1 className={styles.slogan}>{brand.slogan}</h1>
          <div className={styles.slides} aria-live={carousel.turns ? "off" : "polite"}>
            {slides.map((slide, index) => (
              <CarouselSlide
                key={slide.line}
                slide={slide}
                index={index}
                isCurrent={index === carousel.current}
                onOpen={setDialog}
              />
            ))}
          </div>
          <CarouselControls carousel={carousel} />
          <SeamVertical className={styles.seam} />
        </div>
        <CarouselPictures current={carousel.current} />
      </section>
      <CarouselDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}
