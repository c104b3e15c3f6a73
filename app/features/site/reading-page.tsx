import type { ReactNode } from "react";
import { trimPicture } from "#app/features/trims/pictures/trim-picture.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import styles from "./reading-page.module.css";

type ReadingPageProps = {
  title: string;
  lede: string;
  /** Of a trim, shown where two columns fit. */
  picture: { src: string; alt: string };
  /** Below the head. */
  about?: ReactNode;
  /** The second column. */
  children: ReactNode;
};

/** A page for reading: its title and a picture, with the text beside them. */
export function ReadingPage({ title, lede, picture, about, children }: ReadingPageProps) {
  return (
    <div className={joinClasses(layoutStyles.wrap, layoutStyles.section, styles.page)}>
      <div>
        <SectionHead as="h1" title={title} lede={lede} stacked />
        {about}
        <div className={styles.picture}>
          <Photo
            {...trimPicture(picture.src)}
            sizes="(min-width: 992px) 45vw, 1px"
            alt={picture.alt}
            width={640}
            height={480}
            className={styles.photo}
          />
        </div>
      </div>
      {children}
    </div>
  );
}
