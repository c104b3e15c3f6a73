import { createContext, use, useSyncExternalStore } from "react";

/** A line of the order sheet that is not sent yet, as far as every page needs it. */
export type DraftLine = { trimId: string; orderQuantity: number };

/** What was ordered before. */
export type OrderedBefore = { trimId: string | null; orderQuantity: number; productName: string };

/** What a sheet said besides its lines; null where it said nothing. */
export type SaidBefore = Record<"poNumber" | "wantedOn" | "address" | "phone" | "note" | "country", string | null>;

/** The order sheet that is not sent yet, for pages that know no more of it. Its slice implements it; root.tsx hands it in. */
export type OrderDraft = {
  subscribe: (listener: () => void) => () => void;
  /** The lines; undefined until they are known. */
  lines: () => readonly DraftLine[] | undefined;
  /** Whether whoever uses this browser may order at all: viewers of a company only look. True until it is known. */
  mayOrder: () => boolean;
  /**
   * Puts pieces of a trim on the sheet, replacing those it has there. Returns how many those were: 0 for a new line.
   * @throws ApiProblem when the draft of a signed-in person cannot be read.
   */
  put: (line: DraftLine & { name: string }) => Promise<number>;
  /**
   * Puts on the sheet what was ordered before, with what that sheet `said`, unless it has lines and `isAsking`. Returns
   * the state with which its page says what happened, or asks.
   * @throws ApiProblem
   */
  orderAgain: (of: string, wanted: readonly OrderedBefore[], isAsking: boolean, said?: SaidBefore) => Promise<object>;
  /** Reads it again: whoever has joined or left a company may do something else. Never fails. */
  reload: () => Promise<void>;
};

export const DRAFT_PATH = "/dashboard/ordersheet";

export const OrderDraftContext = createContext<OrderDraft | undefined>(undefined);

export function useOrderDraft(): OrderDraft {
  const draft = use(OrderDraftContext);
  if (!draft) throw new Error("app/root.tsx provides the OrderDraftContext");
  return draft;
}

/** The lines of the order sheet that is not sent yet; undefined on the server and until they are known. */
export function useDraftLines(): readonly DraftLine[] | undefined {
  const { subscribe, lines } = useOrderDraft();
  return useSyncExternalStore(subscribe, lines, () => undefined);
}

/** Whether to offer what ends in an order: not to viewers of a company. */
export function useMayOrder(): boolean {
  const { subscribe, mayOrder } = useOrderDraft();
  return useSyncExternalStore(subscribe, mayOrder, () => true);
}
