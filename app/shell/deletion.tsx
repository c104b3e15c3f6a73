import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { reasonOf } from "./api.ts";

type DeletionProps<Row> = {
  title?: string;
  /** The row the question is about; undefined while none is asked. */
  row: Row | undefined;
  /** What to call it beside the question. */
  nameOf: (row: Row) => string;
  /** Deletes it at the API. */
  remove: (row: Row) => Promise<{ data: { deletedCount: number } }>;
  /** What to say afterwards. */
  done: string;
  /** What to say when it was gone already. */
  gone: string;
  onClose: () => void;
  onDeleted: (row: Row) => void;
  /** The question. */
  children: ReactNode;
};

/** Asks, then deletes a row of a list. */
export function Deletion<Row>(props: DeletionProps<Row>) {
  const { title = "Confirm", row, nameOf, remove, done, gone, children, ...on } = props;
  const name = useLast(row && nameOf(row));
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function act(asked: Row) {
    setBusy(true);
    try {
      const { data } = await remove(asked);
      on.onClose();
      if (data.deletedCount === 1) {
        toast.success(done);
        on.onDeleted(asked);
      } else {
        toast.error(`${gone} The list is loaded again.`);
        await revalidate();
      }
    } catch (error) {
      on.onClose();
      toast.error(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={title}
      open={row !== undefined}
      onClose={on.onClose}
      onYes={() => {
        if (row) void act(row);
      }}
      danger
      busy={isBusy}
    >
      <p>{children}</p>
      <p className="soft">{name}</p>
    </ConfirmDialog>
  );
}

/** Keeps the words while the dialog fades. */
function useLast(name: string | undefined): string | undefined {
  const [last, setLast] = useState(name);
  if (name !== undefined && name !== last) setLast(name);
  return name ?? last;
}
