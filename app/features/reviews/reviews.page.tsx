import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { pageTitle } from "#app/content/brand.ts";
import { readListAsked } from "#app/lists/list.rules.ts";
import { type List, listQuery, loadList, useList, useListChange } from "#app/lists/list.ts";
import { ListHeading, ListPages, ListRows, ListTools } from "#app/lists/list-frame.tsx";
import { ListSelect } from "#app/lists/list-select.tsx";
import { ListTabs } from "#app/lists/list-tabs.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/reviews.page.ts";
import {
  COUNT_LIMIT,
  type ModeratedReview,
  type ReviewCounts,
  type ReviewSort,
  type ReviewState,
  reviewSorts,
  reviewStates,
} from "./contract.ts";
import { HideDialog } from "./hide-dialog.tsx";
import { Ratings } from "./ratings.tsx";
import { ReviewCard } from "./review-card.tsx";
import styles from "./reviews.page.module.css";

const sortWords: Readonly<Record<ReviewSort, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  stars: "Fewest stars first",
};

const tabs = [
  { name: "", words: "All" },
  { name: "open", words: "Not answered" },
  { name: "answered", words: "Answered" },
  { name: "hidden", words: "Hidden" },
];

export const loader = protectedLoader("admin", async ({ url, callApi }) => {
  const asked = readListAsked(url.href, { sorts: reviewSorts, filters: ["tab"] });
  const sort = reviewSorts.find((sort) => sort === asked.sort);
  const state = reviewStates.find((state) => state === asked.filters.tab);
  return loadList(url, asked, callApi("GET /allReviews", { query: { ...listQuery(asked), state, sort } }));
});

export const handle = { heading: "Reviews" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** All reviews, for admins: what is shown on the home page, what is answered and what is hidden. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { tab } = loaderData.asked.filters;
  const { list, heading, markChanged } = useList(loaderData, (review) => !tab || tab === stateOf(review));
  const counts = useCounts(list);
  const [hiding, setHiding] = useState<ModeratedReview>();

  async function show({ _id }: ModeratedReview) {
    try {
      const { data } = await callApi("DELETE /reviews/{id}/hidden", { params: { id: _id } });
      toast.success("The review is shown again.");
      markChanged(data);
    } catch (error) {
      toast.error(describeError(error));
    }
  }

  return (
    <>
      <ListHeading ref={heading} name={handle.heading} list={list} />
      <ListTabs
        label="Reviews by state"
        list={list}
        filter="tab"
        tabs={tabs}
        counts={counts && { "": counts.all, open: counts.open, answered: counts.answered, hidden: counts.hidden }}
        most={COUNT_LIMIT}
      />
      <ListTools list={list} label="Search writer or words" sort={<SortChoice list={list} />} />
      <div className={styles.page}>
        <div>
          <ListRows
            list={list}
            noMatch="No review matches"
            empty={<EmptyState title="No reviews yet" text="What buyers write appears here, newest first." />}
          >
            <ul className={styles.list}>
              {list.rows.map((review) => (
                <ReviewCard
                  key={review._id}
                  review={review}
                  onHide={() => setHiding(review)}
                  onShow={() => show(review)}
                  onChanged={markChanged}
                />
              ))}
            </ul>
          </ListRows>
          <ListPages list={list} />
        </div>
        <Ratings counts={counts} />
      </div>
      {hiding && (
        <HideDialog
          review={hiding}
          onClose={() => setHiding(undefined)}
          onHidden={(review) => {
            setHiding(undefined);
            markChanged(review);
          }}
        />
      )}
    </>
  );
}

function stateOf({ hidden, answer }: ModeratedReview): ReviewState {
  if (hidden) return "hidden";
  return answer ? "answered" : "open";
}

function SortChoice({ list }: { list: List<ModeratedReview> }) {
  const changeList = useListChange(list);
  return (
    <ListSelect
      label="Sort"
      value={list.asked.sort ?? "newest"}
      onChoose={(sort) => changeList({ sort: sort === "newest" ? undefined : sort }, { preventScrollReset: true })}
    >
      {reviewSorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortWords[sort]}
        </option>
      ))}
    </ListSelect>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The reviews did not load" />;
}

/** The counts of all reviews, asked again whenever the list has changed; the page is complete without them. */
function useCounts({ rows, total }: List<ModeratedReview>): ReviewCounts | undefined {
  const shown = rows.map(({ _id, hidden, answer }) => [_id, hidden?.at, answer?.at].join());
  return useAnswer([total, ...shown].join(), () => callApi("GET /reviewCounts", {})).answer?.data;
}
