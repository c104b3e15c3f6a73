import { Link } from "react-router";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { GoodsAddress, Reach } from "./reach.tsx";

/** Who ordered, how to reach them, and where the goods go. */
export function OrderBuyer({ order }: { order: OrderStory }) {
  const { buyerId, isBuyerGone, number, name, email, phone } = order;
  return (
    <SheetPart plain title={buyerId ? <Link to={`/dashboard/buyers/${buyerId}`}>{name}</Link> : name}>
      {isBuyerGone && <p className={textStyles.soft}>The account was removed. The order stays.</p>}
      <Reach email={email} phone={phone} subject={`Order No. ${number}`} />
      <GoodsAddress label="Ship to" name={name} address={writeAddress(order)} />
    </SheetPart>
  );
}
