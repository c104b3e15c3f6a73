import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import * as contract from "#app/features/orders/mails.contract.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { findDeadMail, reviveDeadMail } from "#app/platform/mail/dead-mails.server.ts";
import { listFailedMails } from "./queries.server.ts";

/** What `mails.contract.ts` declares, served. */
export function failedMailsApi(): Served[] {
  return [
    serve(contract.listFailedMails, ({ db, query }) => listFailedMails(db, query)),

    serve(contract.sendFailedMail, ({ db, who, from, params: { id }, headers }) => {
      const endpoint = contract.sendFailedMail;
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: { id } };
      return withIdempotencyKey(db, request, async (tx) => {
        const mail = await findDeadMail(tx, id);
        if (!mail || !(await reviveDeadMail(tx, id))) refuse(notFound, "This mail was sent again meanwhile.");
        const about = { action: orderActions.sendAgain, object: mail.subject, objectId: id };
        await recordAction(tx, { who, from }, { ...about, before: null, after: { reason: mail.reason } });
        return { acknowledged: true as const };
      });
    }),
  ];
}
