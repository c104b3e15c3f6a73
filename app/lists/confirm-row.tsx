import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { describeError } from "#app/client/api.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";

type RowActionProps<Row> = {
  title?: string;
  /** The row in question; undefined if none. */
  row: Row | undefined;
  /** The row's name, beside the question. */
  rowName: (row: Row) => string;
  /** Calls the API; returns how many rows that changed. */
  action: (row: Row) => Promise<number>;
  /** The message afterwards. */
  done: string;
  /** The message if there was nothing left to do. */
  gone: string;
  onClose: () => void;
  onDone: (row: Row) => void;
  /** The question. */
  children: ReactNode | ((row: Row) => ReactNode);
  /** What else is asked, below the question. */
  more?: ReactNode;
};

/** Asks, then performs an irreversible action on a row of a list. */
export function RowAction<Row>(props: RowActionProps<Row>) {
  const { title = "Confirm", row, rowName, action, done, gone, children, more, ...on } = props;
  const shown = useLast(row);
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function actOn(asked: Row) {
    setBusy(true);
    try {
      const touched = await action(asked);
      close();
      if (touched === 1) {
        toast.success(done);
        on.onDone(asked);
      } else {
        toast.error(`${gone} The list has been reloaded.`);
        await revalidate();
      }
    } catch (error) {
      close();
      toast.error(describeError(error));
    }
  }

  /** The next dialog can be answered at once, however long the list takes to load. */
  function close() {
    setBusy(false);
    on.onClose();
  }

  return (
    <ConfirmDialog
      title={title}
      open={row !== undefined}
      onClose={on.onClose}
      onYes={() => {
        if (row) void actOn(row);
      }}
      danger
      busy={isBusy}
    >
      <p>{typeof children === "function" ? shown && children(shown) : children}</p>
      <p className={textStyles.soft}>{shown && rowName(shown)}</p>
      {more}
    </ConfirmDialog>
  );
}

/** Keeps the text while the dialog fades. */
function useLast<Row>(row: Row | undefined): Row | undefined {
  const [last, setLast] = useState({ row });
  if (row !== undefined && row !== last.row) setLast({ row });
  return row ?? last.row;
}
