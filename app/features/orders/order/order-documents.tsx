import { useEffect, useState } from "react";
import { Link } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { type DocumentKind, listDocuments } from "#app/features/orders/documents.rules.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { saveDocument } from "#app/features/orders/save-document.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./order-documents.module.css";

type OrderDocumentsProps = {
  of: "orders" | "orderSheets";
  id: string;
  /** The order, or the lines of the sheet. */
  orders: readonly OrderStatus[];
  isAdmin: boolean;
};

/** Tells an admin which letters the documents show as boxes. */
function MissingCharacters({ of, id }: Pick<OrderDocumentsProps, "of" | "id">) {
  const [characters, setCharacters] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    callApi(`GET /${of}/{id}/missingCharacters`, { params: { id } }).then(
      ({ data }) => isShown && setCharacters(data.characters),
      // The documents say so themselves.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [of, id]);
  if (characters.length === 0) return null;
  return (
    <p className={styles.missing}>
      Our fonts lack {characters.length === 1 ? "a letter" : "letters"} of this order. The documents show boxes for{" "}
      <bdi>{characters.join(" ")}</bdi>.
    </p>
  );
}

/** Leads staff to the pages of the invoices that an order is on. */
function InvoiceLinks({ order }: { order: string }) {
  const isAllowed = useMay()("see-invoices");
  const { answer } = useAnswer(`${isAllowed} ${order}`, async () =>
    isAllowed ? (await callApi("GET /invoices", { query: { order } })).data : [],
  );
  return answer?.map(({ _id, number }) => (
    <Link key={_id} to={`/dashboard/invoices/${number}`} className={textStyles.num}>
      {number}
    </Link>
  ));
}

/** What can be printed of an order or a sheet, each as a PDF. */
export function OrderDocuments({ of, id, orders, isAdmin }: OrderDocumentsProps) {
  const [busy, setBusy] = useState<DocumentKind>();

  async function download(kind: DocumentKind) {
    setBusy(kind);
    try {
      saveDocument(await callApi(`GET /${of}/{id}/${kind}.pdf`, { params: { id }, query: {} }));
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <SheetPart title="Documents" unprinted>
      {isAdmin && <MissingCharacters of={of} id={id} />}
      <ul className={styles.documents}>
        {listDocuments(orders, isAdmin).map(({ kind, title, missing }) => (
          <li key={kind}>
            {missing ? (
              <span className={textStyles.soft}>{title}</span>
            ) : (
              <Button
                kind="text"
                size="small"
                className={styles.load}
                busy={busy === kind}
                onClick={() => void download(kind)}
              >
                <IconDownload />
                {title}
              </Button>
            )}
            <span className={textStyles.soft}>{missing ?? "PDF"}</span>
            {kind === "invoice" && !missing && of === "orders" && isAdmin && <InvoiceLinks order={id} />}
          </li>
        ))}
      </ul>
    </SheetPart>
  );
}
