import { IconStar } from "./icons.tsx";
import styles from "./stars.module.css";

/** A number of five stars, and the figure. */
export function Stars({ count }: { count: number }) {
  return (
    <span className={styles.stars}>
      <span className="sr">{count} of 5 stars</span>
      {[1, 2, 3, 4, 5].map((at) => (
        <i key={at} className={styles.star} data-on={at <= count || undefined}>
          <IconStar isHollow={at > count} />
        </i>
      ))}
      <b className={styles.figure} aria-hidden="true">
        {count}
      </b>
    </span>
  );
}
