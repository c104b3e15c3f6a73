import { useEffect } from "react";
import { useDraftUnsaved } from "#app/client/account-draft.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconWarning } from "#app/ui/icons.tsx";

/** While the shop does not accept a change: says so, and has the browser ask before the page is left. */
export function SheetUnsaved() {
  const isUnsaved = useDraftUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return (
    <div role="status">
      {isUnsaved && (
        <Banner tone="bad">
          <IconWarning />
          <p>Your changes are not saved yet.</p>
          <p>They are only on this page. We keep trying to save them.</p>
        </Banner>
      )}
    </div>
  );
}
