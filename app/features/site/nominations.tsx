import { nominationPromise, nominations, nominationYear } from "#app/content/nominations.ts";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./nominations.module.css";

const sizes = "(min-width: 1200px) 14vw, (min-width: 768px) 30vw, 46vw";

/** Six new items hanging on a leather belt. */
export function Nominations() {
  return (
    <section className={joinClasses(layoutStyles.section, styles.section)} aria-labelledby="nominations-title">
      <div className={layoutStyles.wrap}>
        <SectionHead
          id="nominations-title"
          title={`New Items Nomination ${nominationYear}`}
          lede="Six new hangtags and labels, each nominated by a buyer. All of them eco friendly and recyclable."
        />
        <ul className={styles.rail}>
          {nominations.map((item) => (
            <li key={item.name} className={styles.item}>
              <div className={styles.tag}>
                <Photo
                  {...trimPicture(item.picture, 640)}
                  sizes={sizes}
                  alt={item.alt}
                  width={640}
                  height={480}
                  className={styles.photo}
                />
              </div>
              <div className={styles.words}>
                <h3>{item.name}</h3>
                <p className={textStyles.small}>
                  Nominated by <b>{item.buyer}</b>
                </p>
                <p className={joinClasses(textStyles.small, textStyles.soft)}>{nominationPromise}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
