import { useNavigate } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before it leads to the payment page. */
export function PayQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Do you want to pay now ?"
      open={open}
      onClose={onClose}
      no="No. Not now"
      yes="Yes. Proceed"
      onYes={() => void navigate("/dashboard/payment")}
    />
  );
}
