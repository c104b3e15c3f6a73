import { useRevalidator } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { Review } from "#app/features/reviews/contract.ts";
import { type Loaded, useIsLoading } from "#app/lists/use-loading.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconStar } from "#app/ui/icons.tsx";
import layoutStyles from "#app/ui/layout.module.css";
import { SectionHead } from "#app/ui/section-head.tsx";
import { EmptyState, ErrorState, Loading } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import { type HomeAsked, moreReviewsHref, REVIEWS_FEW } from "./home-query.ts";
import styles from "./reviews-list.module.css";

type ReviewsListProps = { reviews: Loaded<Review>; asked: HomeAsked };

/** The newest reviews, and a link to all. */
export function ReviewsList(props: ReviewsListProps) {
  return (
    <section className={layoutStyles.section} id="reviews" aria-labelledby="reviews-title" tabIndex={-1}>
      <div className={layoutStyles.wrap}>
        <SectionHead id="reviews-title" title="What buyers say" />
        <Reviews {...props} />
      </div>
    </section>
  );
}

function Reviews({ reviews, asked }: ReviewsListProps) {
  const { revalidate } = useRevalidator();
  const isLoading = useIsLoading("#reviews");
  if (!reviews && isLoading) return <Loading />;
  if (!reviews) {
    return (
      <ErrorState
        title="The reviews did not load"
        text="The rest of the page works. Please try again."
        onRetry={() => void revalidate()}
      />
    );
  }
  if (reviews.rows.length === 0) return <EmptyState title="No reviews yet" text="The first review will appear here." />;
  return (
    <>
      <ul className={styles.list}>
        {reviews.rows.map((review) => (
          <li key={review._id} className={styles.review}>
            <blockquote>{review.review}</blockquote>
            {review.answer && <Answer words={review.answer.text} />}
            <div className={styles.writer}>
              <Avatar name={review.name} photoUrl={review.img} />
              <p className={styles.name}>
                <b>{review.name}</b>
                {review.email && <Email address={review.email} />}
              </p>
              <p className={styles.rating}>
                <span className="sr">Ratings </span>
                {review.ratings}
                <IconStar className={styles.star} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {reviews.rows.length < reviews.total && (
        <div className={styles.more}>
          {isLoading && <Loading />}
          <ButtonLink to={moreReviewsHref(asked)} kind="line" preventScrollReset aria-disabled={isLoading || undefined}>
            {asked.reviews > REVIEWS_FEW ? "Show more" : "All reviews"}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** The shop's answer. Nobody is told which admin wrote it. */
function Answer({ words }: { words: string }) {
  return (
    <div className={styles.answer}>
      <p className={textStyles.label}>{brand.name} answers</p>
      <p className={styles.words}>{words}</p>
    </div>
  );
}

/** If it must break, it breaks after the @. */
function Email({ address }: { address: string }) {
  const domainAt = address.lastIndexOf("@") + 1;
  return (
    <span className={styles.email}>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </span>
  );
}
