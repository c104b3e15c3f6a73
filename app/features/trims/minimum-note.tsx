import { IconWarning } from "#app/ui/icons.tsx";
import { minimumWarning } from "./trim-form.ts";

/** Warns of a minimum order that the stock cannot fill. */
export function MinimumNote({ moq, available }: { moq: string; available: number }) {
  const warning = minimumWarning(moq, available);
  return (
    <div role="status" className="minimum-note">
      {warning && (
        <p className="note low">
          <IconWarning />
          {warning}
        </p>
      )}
    </div>
  );
}
