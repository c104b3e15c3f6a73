import { useState } from "react";
import { useNavigate } from "react-router";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { type PrintKind, printKinds } from "#app/features/orders/facts.ts";
import { useFormKeys } from "#app/forms/idempotency-key.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { printTitles, waitsFor } from "./picking.rules.ts";

type PrintRunButtonsProps = { picked: readonly Order[]; disabled: boolean };

/** Makes a pick or production list of those of the selected orders that wait for it, and opens it. */
export function PrintRunButtons({ picked, disabled }: PrintRunButtonsProps) {
  const [busy, setBusy] = useState<PrintKind>();
  const keys = useFormKeys();
  const navigate = useNavigate();
  const offered = printKinds
    .map((kind) => ({ kind, orders: picked.filter(waitsFor[kind]) }))
    .filter(({ orders }) => orders.length > 0);

  async function print(kind: PrintKind, orders: readonly Order[]) {
    setBusy(kind);
    const body = { kind, ids: orders.map(({ _id }) => _id) };
    try {
      const headers = { "idempotency-key": keys.of(body) };
      const { data } = await callApi("POST /printRuns", { headers, body });
      await navigate(`/dashboard/picklists/${data.number}`);
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(undefined);
    }
  }

  return offered.map(({ kind, orders }) => (
    <Button
      key={kind}
      size="small"
      kind="line"
      tabIndex={-1}
      busy={busy === kind}
      disabled={disabled || busy !== undefined}
      onClick={() => void print(kind, orders)}
    >
      {printTitles[kind]} {orders.length}
    </Button>
  ));
}
