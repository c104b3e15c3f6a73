import { useRevalidator } from "react-router";
import type { Review } from "#app/features/reviews/contract.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { IconStar } from "#app/ui/icons.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { EmptyState, ErrorState, Loading } from "#app/ui/states.tsx";
import "./reviews-list.css";

/** The reviews; null when they could not be loaded. */
export function ReviewsList({ reviews }: { reviews: Review[] | null }) {
  return (
    <section className="section" aria-labelledby="reviews-title" tabIndex={-1}>
      <div className="wrap">
        <SectionHead id="reviews-title" title="What buyers say" />
        <Reviews reviews={reviews} />
      </div>
    </section>
  );
}

function Reviews({ reviews }: { reviews: Review[] | null }) {
  const { state, revalidate } = useRevalidator();
  if (!reviews && state === "loading") return <Loading />;
  if (!reviews) {
    return (
      <ErrorState
        title="The reviews could not be loaded"
        text="The rest of the page works. Please try again."
        onRetry={() => void revalidate()}
      />
    );
  }
  if (reviews.length === 0)
    return <EmptyState title="No reviews yet" text="The first buyer to write one stands here." />;
  return (
    <ul className="reviews">
      {reviews.map((review) => (
        <li key={review._id} className="review">
          <blockquote>{review.review}</blockquote>
          <div className="review-by">
            <Avatar name={review.name} photoUrl={review.img} />
            <p className="review-name">
              <b>{review.name}</b>
              <Email address={review.email} />
            </p>
            <p className="rate">
              <span className="sr">Ratings </span>
              {review.ratings}
              <IconStar />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Where it must break, it breaks behind the @. */
function Email({ address }: { address: string }) {
  const domainAt = address.lastIndexOf("@") + 1;
  return (
    <span>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </span>
  );
}
