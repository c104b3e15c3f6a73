import { useState } from "react";
import { brand } from "#app/content/brand.ts";
import { type Slide, slides } from "#app/content/carousel.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { IconNext, IconPause, IconPlay, IconPrevious } from "#app/ui/icons.tsx";
import { SeamVertical } from "#app/ui/seams.tsx";
import { CarouselDialogs, type OpenDialog } from "./carousel-dialogs.tsx";
import { CarouselPictures } from "./carousel-pictures.tsx";
import { useCarousel } from "./use-carousel.ts";
import "./carousel.css";
import "./carousel-controls.css";

/** Six product lines: a denim panel with the words, sewn to the banner. */
export function Carousel() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const carousel = useCarousel(slides.length, dialog !== undefined);
  return (
    <>
      <section className="hero denim" aria-roledescription="carousel" aria-label="Product lines" {...carousel.watch}>
        <div className="hero-text">
          <h1 className="woven">{brand.slogan}</h1>
          <div className="slides" aria-live={carousel.turns ? "off" : "polite"}>
            {slides.map((slide, index) => (
              // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
              <div
                key={slide.line}
                className="slide"
                role="group"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${slides.length}`}
                data-current={index === carousel.current || undefined}
              >
                <SlideWords slide={slide} onOpen={setDialog} />
              </div>
            ))}
          </div>
          <Controls carousel={carousel} />
          <SeamVertical />
        </div>
        <CarouselPictures current={carousel.current} />
      </section>
      <CarouselDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

function SlideWords({ slide, onOpen }: { slide: Slide; onOpen: (dialog: OpenDialog) => void }) {
  return (
    <>
      <h2 className={`hero-name ${nameSize(slide.name)}`}>{slide.name}</h2>
      <p className="lede">{slide.words}</p>
      <dl className="figures">
        <div>
          <dt>Nominated by</dt>
          <dd>
            <b>{slide.brands}</b> buyer brands
          </dd>
        </div>
        <div>
          <dt>Production capacity</dt>
          <dd>
            about <b>{slide.capacity.about}</b> {slide.capacity.unit}
          </dd>
        </div>
      </dl>
      <div className="actions">
        <Button onClick={() => onOpen("buyers")}>Our Top Buyers</Button>
        <Button kind="line" onClick={() => onOpen("sell")}>
          Our Monthly Sell
        </Button>
      </div>
    </>
  );
}

function nameSize(name: string) {
  if (name.length > 20) return "long";
  return name.length > 14 ? "middling" : "short";
}

function Controls({ carousel }: { carousel: ReturnType<typeof useCarousel> }) {
  const { current, isPaused } = carousel;
  return (
    <div className="controls">
      <IconButton label="Previous slide" onClick={() => carousel.turn(-1)}>
        <IconPrevious />
      </IconButton>
      <div className="dots">
        {slides.map(({ name, line }, index) => (
          <button
            key={line}
            type="button"
            aria-label={name}
            aria-current={index === current ? "true" : undefined}
            onClick={() => carousel.turnTo(index)}
          />
        ))}
      </div>
      <IconButton label="Next slide" onClick={() => carousel.turn(1)}>
        <IconNext />
      </IconButton>
      {!carousel.wantsLessMotion && (
        <IconButton label={isPaused ? "Play" : "Pause"} onClick={carousel.togglePaused}>
          {isPaused ? <IconPlay /> : <IconPause />}
        </IconButton>
      )}
      <p className="count">
        {current + 1} of {slides.length}
      </p>
    </div>
  );
}
