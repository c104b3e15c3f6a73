import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import type { Profile } from "./contract.ts";

/** What is left of a person once the account is deleted: open orders, and what is owed. Nothing if there is neither. */
export function WhatStays({ of: { _id, email } }: { of: Profile }) {
  const { answer } = useAnswer(_id, () => findLeft(_id, email));
  return <p role="status">{answer && describeWhatStays(answer)}</p>;
}

/** Most people have never ordered, so they are looked for before their page is asked for. */
async function findLeft(id: string, email: string) {
  const { data } = await callApi("GET /buyers", { query: { q: email, by: "person" } });
  if (!data.some(({ _id }) => _id === id)) return undefined;
  return (await callApi("GET /buyers/{id}", { params: { id } })).data;
}

export function describeWhatStays({ openOrders, unpaid }: { openOrders: number; unpaid: string }): string | undefined {
  const orders = openOrders > 0 && `${formatPieces(openOrders)} open ${openOrders === 1 ? "order" : "orders"}`;
  const owed = Number(unpaid) > 0 && `${formatTotal(unpaid)} unpaid`;
  const parts = [orders, owed].filter(Boolean);
  if (parts.length === 0) return undefined;
  return `${parts.join(" and ")}. ${parts.length === 1 && openOrders < 2 ? "It stays" : "They stay"}, without an account.`;
}
