import { slides } from "#app/content/carousel.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconNext, IconPause, IconPlay, IconPrevious } from "#app/ui/icons.tsx";
import styles from "./carousel-controls.module.css";
import type { useCarousel } from "./use-carousel.ts";

export function CarouselControls({ carousel }: { carousel: ReturnType<typeof useCarousel> }) {
  const { current, isPaused } = carousel;
  return (
    <div className={styles.controls}>
      <IconButton label="Previous slide" onClick={() => carousel.turn(-1)}>
        <IconPrevious />
      </IconButton>
      <div className={styles.dots}>
        {slides.map(({ name, line }, index) => (
          <button
            key={line}
            className={styles.dot}
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
      <p className={styles.count}>
        {current + 1} of {slides.length}
      </p>
    </div>
  );
}
