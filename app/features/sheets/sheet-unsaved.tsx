import { Banner } from "#app/ui/banner.tsx";
import { IconWarning } from "#app/ui/icons.tsx";
import { useDraftUnsaved } from "./draft/account-draft.ts";

/** While the shop does not accept a change: says so. */
export function SheetUnsaved() {
  const isUnsaved = useDraftUnsaved();
  return (
    <div role="status">
      {isUnsaved && (
        <Banner tone="bad">
          <IconWarning />
          <p>Your changes are not saved yet.</p>
          <p>We keep trying to save them.</p>
        </Banner>
      )}
    </div>
  );
}
