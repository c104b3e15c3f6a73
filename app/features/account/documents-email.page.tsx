import { useState } from "react";
import { useSearchParams } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callWithCookie } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { GateFrame } from "#app/features/identity/auth-layout.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/documents-email.page.ts";
import { cacheOfLink, headersOfLink } from "./mailed-link.ts";

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Documents") },
  { name: "robots", content: "noindex" },
];

export const handle = { cache: cacheOfLink };

export const headers = headersOfLink;

/** The page behind the link that a company's address for documents gets; its reader may have no account. */
export default function DocumentsEmailPage() {
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const [confirmed, setConfirmed] = useState<{ company: string; email: string }>();

  // By a press: what checks links in mails must not confirm.
  async function confirm() {
    setBusy(true);
    setReason(undefined);
    try {
      const token = query.get("token") || "none";
      setConfirmed((await callWithCookie("PUT /documentsEmails/{token}", { params: { token } })).data);
    } catch (error) {
      setReason(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <GateFrame
      title={confirmed ? "The address is confirmed" : "Documents"}
      picture="/images/products/denim-hangtag-55x85-copper-960.webp"
    >
      {confirmed ? (
        <p role="status">
          Order confirmations and invoices for {confirmed.company} now come to {confirmed.email}, too.
        </p>
      ) : (
        <>
          <p>
            A company has named this address for its order confirmations and invoices. They come here once you confirm
            it.
          </p>
          <FormError>{reason}</FormError>
          <Button busy={isBusy} disabled={!isHydrated} onClick={() => void confirm()}>
            Confirm this address
          </Button>
        </>
      )}
    </GateFrame>
  );
}
