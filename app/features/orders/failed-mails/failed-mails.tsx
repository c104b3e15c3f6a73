import { useRevalidator } from "react-router";
import type { CallApi } from "#app/client/api.ts";
import { callApi, useMay } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import type { FailedMail } from "#app/features/orders/mails.contract.ts";
import { useFormKey } from "#app/forms/idempotency-key.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconWarning } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import styles from "./failed-mails.module.css";

/** For staff: the mails about an order or a sheet that could not be delivered. A page that is named by an id has none. */
export async function readFailedMails(
  callApi: CallApi,
  query: { order?: string; sheet?: string },
): Promise<FailedMail[]> {
  if (!/^[1-9]\d{0,8}$/.test(query.order ?? query.sheet ?? "1")) return [];
  return (await callApi("GET /failedMails", { query })).data;
}

/** Each with what the mail server said, and a button that sends it again. */
export function FailedMails({ mails }: { mails: readonly FailedMail[] }) {
  return mails.map((mail) => <Failed key={mail._id} mail={mail} />);
}

function Failed({ mail: { _id: id, at, address, subject, reason } }: { mail: FailedMail }) {
  const may = useMay();
  const key = useFormKey();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAction();

  async function send() {
    await callApi("POST /failedMails/{id}/attempts", {
      params: { id },
      headers: { "idempotency-key": key.of({ id }) },
    });
    await revalidate();
  }

  return (
    <Banner tone="bad">
      <IconWarning />
      <p>
        The mail to {address} could not be delivered on <Moment at={at} />.
      </p>
      <p className={styles.reason}>
        {subject}: {reason}
      </p>
      {may("issue-invoices") && (
        <p data-unprinted>
          <Button kind="line" size="small" busy={isBusy} onClick={() => void run(send)}>
            Send again
          </Button>
        </p>
      )}
    </Banner>
  );
}
