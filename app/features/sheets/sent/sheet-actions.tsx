import { useMayOrder } from "#app/client/order-draft.ts";
import { useMay } from "#app/client/session.ts";
import { mayChange } from "#app/features/orders/change/change.rules.ts";
import { useAgain } from "#app/features/orders/purchase/again.ts";
import { SheetCancel } from "#app/features/sheets/change/sheet-cancel.tsx";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { IconAgain } from "#app/ui/icons.tsx";
import styles from "./sheet-actions.module.css";

type SheetActionsProps = { sheet: Sheet; isAdmin: boolean; onCancelled: () => void };

/** What can be done with a sheet as a whole: change it, cancel it, order all of it again. */
export function SheetActions({ sheet, isAdmin, onCancelled }: SheetActionsProps) {
  const { orders, number } = sheet;
  const may = useMay();
  const mayOrder = useMayOrder();
  const { allAgain, isBusy } = useAgain();
  const mayAct = sheet.mayAct && (!isAdmin || may("manage-orders"));
  return (
    <div className={styles.actions}>
      {mayAct && orders.some((order) => mayChange(order, isAdmin)) && (
        <ButtonLink to={`/dashboard/ordersheets/${number}/change`} kind="line" size="small">
          Change
        </ButtonLink>
      )}
      {mayAct && <SheetCancel sheet={sheet} isAdmin={isAdmin} onDone={onCancelled} />}
      {isAdmin && (
        <ButtonLink to={`/dashboard/manageorders?q=S-${number}`} kind="line" size="small">
          Orders in the list
        </ButtonLink>
      )}
      {!isAdmin && mayOrder && (
        <Button
          kind="line"
          size="small"
          busy={isBusy}
          title="Puts what is available on your order sheet. Nothing is sent."
          onClick={() => void allAgain(number)}
        >
          <IconAgain />
          Order all again
        </Button>
      )}
    </div>
  );
}
