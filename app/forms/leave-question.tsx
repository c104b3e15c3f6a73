import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

/**
 * Asks before something that holds typed words is closed. `ask` closes it at once while nothing is typed; `question` is
 * the dialog, to be put anywhere in it.
 */
export function useLeaveQuestion(
  isTyped: () => boolean,
  onLeave: () => void,
): { ask: () => void; question: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    ask: () => (isTyped() ? setOpen(true) : onLeave()),
    question: (
      <ConfirmDialog
        title="Discard what you typed?"
        open={isOpen}
        no="Keep typing"
        yes="Discard"
        danger
        onClose={() => setOpen(false)}
        onYes={() => {
          setOpen(false);
          onLeave();
        }}
      >
        <p>It is not saved yet.</p>
      </ConfirmDialog>
    ),
  };
}
