import { pageMeta } from "#app/frame/page-meta.ts";
import { OnlyPicture } from "#app/ui/only-picture.tsx";
import type { Route } from "./+types/payment.page.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: "/dashboard/payment",
    title: "Payment",
    description: "Paying for an order is under construction and will be available soon.",
  });
}

export default function PaymentPage() {
  return (
    <>
      <h1 className="sr">Payment</h1>
      <OnlyPicture
        src="/images/site/under-construction.svg"
        tallSrc="/images/site/under-construction-tall.svg"
        alt="Under construction: a seam half sewn, the needle still in it"
      />
    </>
  );
}
