import { type Slide, slides } from "#app/content/carousel.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import type { OpenDialog } from "./carousel-dialogs.tsx";
import styles from "./carousel-slide.module.css";

type CarouselSlideProps = {
  slide: Slide;
  index: number;
  isCurrent: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

/** The text of one product line. */
export function CarouselSlide({ slide, index, isCurrent, onOpen }: CarouselSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
    <div
      className={styles.slide}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${slides.length}`}
      data-current={isCurrent || undefined}
    >
      <h2 className={styles.name} data-length={lengthOf(slide.name)}>
        {slide.name}
      </h2>
      <p className={joinClasses(textStyles.lede, styles.words)}>{slide.words}</p>
      <dl className={styles.figures}>
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
      <div className={styles.actions}>
        <Button className={styles.action} onClick={() => onOpen("buyers")}>
          Our Top Buyers
        </Button>
        <Button className={styles.action} kind="line" onClick={() => onOpen("sell")}>
          Our Monthly Sell
        </Button>
      </div>
    </div>
  );
}

function lengthOf(name: string) {
  if (name.length > 20) return "long";
  return name.length > 14 ? "middling" : "short";
}
