import { Link } from "react-router";
import { Crumb } from "#app/ui/crumb.tsx";

/** Leads from an order or a sheet to the list that it belongs to. */
export function OrdersCrumb({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Crumb>
      {isAdmin ? <Link to="/dashboard/manageorders">All Orders</Link> : <Link to="/dashboard/myorders">My Orders</Link>}
    </Crumb>
  );
}
