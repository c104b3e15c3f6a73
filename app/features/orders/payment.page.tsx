import { pageTitle } from "#app/content/brand.ts";
import type { Route } from "./+types/payment.page.ts";
import "./payment.css";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payment") }];

export default function PaymentPage() {
  return (
    <div className="under-construction">
      <h1 className="sr">Payment</h1>
      <picture>
        <source media="(width < 62rem)" srcSet="/images/site/under-construction-tall.svg" width={720} height={1400} />
        <img
          src="/images/site/under-construction.svg"
          alt="Under construction: a seam half sewn, the needle still in it"
        />
      </picture>
    </div>
  );
}
