import { useMayOrder } from "#app/client/order-draft.ts";
import { useMay } from "#app/client/session.ts";
import { mayChange } from "#app/features/orders/change/change.rules.ts";
import type { OrderStory } from "#app/features/orders/contract.ts";
import { useAgain } from "#app/features/orders/purchase/again.ts";
import { offersCancel } from "#app/features/orders/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { IconAgain, IconTrash } from "#app/ui/icons.tsx";
import styles from "./order-moves.module.css";

type OrderActionsProps = { order: OrderStory; isAdmin: boolean; onCancel: () => void };

/** What can be done with an order as a whole: order it again, change it, cancel it. */
export function OrderActions({ order, isAdmin, onCancel }: OrderActionsProps) {
  const may = useMay();
  const mayOrder = useMayOrder();
  const { again, isBusy } = useAgain();
  return (
    <div className={styles.moves}>
      {order.mayAct && mayChange(order, isAdmin) && (!isAdmin || may("manage-orders")) && (
        <ButtonLink kind="line" size="small" to={`/dashboard/orders/${order.number}/change`}>
          Change order
        </ButtonLink>
      )}
      {order.mayAct && offersCancel(order, isAdmin, may) && (
        <Button kind="line" size="small" onClick={onCancel}>
          <IconTrash />
          Cancel order
        </Button>
      )}
      {!isAdmin && mayOrder && order.trimId && (
        <Button kind="line" size="small" busy={isBusy} onClick={() => void again(order)}>
          <IconAgain />
          Order again
        </Button>
      )}
    </div>
  );
}
