import { pageTitle } from "#app/content/brand.ts";
import { OnlyPicture } from "#app/ui/only-picture.tsx";
import type { Route } from "./+types/payment.page.ts";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payment") }];

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
