import { Link } from "react-router";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { Reach } from "./reach.tsx";

/** Who ordered, and how to reach them. */
export function OrderBuyer({ order }: { order: OrderStory }) {
  const { buyerId, isBuyerGone, number, company, name, email, phone } = order;
  return (
    <SheetPart plain title="Who">
      <div>
        {company && (
          <p>
            <b>{company}</b>
          </p>
        )}
        <p>{buyerId ? <Link to={`/dashboard/buyers/${buyerId}`}>{name}</Link> : name}</p>
        {isBuyerGone && <p className={textStyles.soft}>The account was removed. The order stays.</p>}
        <Reach email={email} phone={phone} subject={`Order No. ${number}`} />
      </div>
    </SheetPart>
  );
}
