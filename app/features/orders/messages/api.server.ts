import type { OrderLimits } from "#app/features/orders/limits.server.ts";
import * as contract from "#app/features/orders/messages.contract.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { limitAction } from "#app/platform/http/limits.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { listWaiting, readConversation, writeMessage } from "./messages.server.ts";

type Settings = {
  emailContext: EmailContext;
  limits: OrderLimits;
  /** Open pages show what was written. */
  publish: () => void;
};

/** What `messages.contract.ts` declares, served. */
export function messagesApi({ emailContext, limits, publish }: Settings): Served[] {
  return [
    serve(contract.listWaiting, ({ db, who }) => listWaiting(db, who)),
    serve(contract.listOrderMessages, ({ db, who, params }) => readConversation(db, who, "order", params.id)),
    serve(contract.listSheetMessages, ({ db, who, params }) => readConversation(db, who, "sheet", params.id)),
    ...(["order", "sheet"] as const).map((of) => {
      const endpoint = of === "order" ? contract.writeOrderMessage : contract.writeSheetMessage;
      return serve(endpoint, async ({ db, who, from, network, params, headers, body }) => {
        const content = { ...params, ...body };
        const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content };
        const count = <Done>(work: () => Promise<Done>) =>
          limitAction<"message", Done>(limits, "message", who, network, work);
        const answer = await withLimitAndKey(count, db, request, async (tx) => ({
          acknowledged: true as const,
          insertedId: await writeMessage(tx, { who, from, emailContext }, of, params.id, body.words),
        }));
        publish();
        return answer;
      });
    }),
  ];
}
