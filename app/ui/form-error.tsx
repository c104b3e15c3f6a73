import type { ReactNode } from "react";
import { IconWarning } from "./icons.tsx";

/** Keep it mounted: a live region speaks only what arrives after it stands. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div className="form-error" role="alert">
      {children && (
        <p className="err">
          <IconWarning />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
