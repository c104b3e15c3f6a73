import { useRef } from "react";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/add-review.page.ts";
import { ReviewForm } from "./review-form.tsx";

export const loader = protectedLoader("buyer", async ({ user }) => ({ user }));

export const handle = { heading: "Add A review" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

export default function AddReviewPage({ loaderData: { user } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHead>
        <h1 ref={heading} tabIndex={-1}>
          {handle.heading}
        </h1>
      </PageHead>
      <ReviewForm user={user} onAdded={() => heading.current?.focus()} />
    </>
  );
}
