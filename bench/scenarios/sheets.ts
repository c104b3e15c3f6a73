import { logInAsBuyer } from "#test/shop-process.ts";
import { emptyOutbox } from "../buyers.ts";
import { cpuMsOf } from "../cpu.ts";
import { atMost, type Round, type Scenario } from "../scenario.ts";

const LINES = 20;
const ROUNDS = 30;

type Trim = { _id: string; name: string; moq: number; quantity: number };

/** A sheet of 20 lines compared with 20 single orders for the same trims (docs/decisions/050). */
export const sheets: Scenario = {
  name: "sheets",
  async open(ground) {
    const { url, pid, query } = await ground.shop();
    const { token, name, email } = await logInAsBuyer(url);
    const who = { name, email, phone: "12345", address: "Vävaregatan 14, Umeå" };
    const listed: Trim[] = await (await fetch(`${url}/api/trims?limit=200`)).json();
    const trims = listed.filter(({ moq, quantity }) => quantity >= moq).slice(0, LINES);
    if (trims.length < LINES) throw new Error(`only ${trims.length} trims are in stock`);

    const call = async (method: "POST" | "DELETE", path: string, body?: object) => {
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": crypto.randomUUID(),
      };
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    /** The time of an action that returns the ids of its orders. The pieces go back, so that no trim runs out. */
    const time = async (act: () => Promise<string[]>): Promise<Round> => {
      // The mails of the previous round would take more CPU time than a sheet.
      await emptyOutbox(query);
      const [before, start] = [cpuMsOf(pid), performance.now()];
      const ids = await act();
      const round = { value: performance.now() - start, cpuMs: cpuMsOf(pid) - before };
      for (const id of ids) await call("DELETE", `/orders/${id}`);
      return round;
    };
    const placeSheet = async () => {
      const lines = trims.map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq }));
      return (await call("POST", "/orderSheets", { ...who, lines })).orderIds;
    };
    const placeSingles = async () => {
      const ids: string[] = [];
      for (const { _id, name: productName, moq } of trims) {
        ids.push((await call("POST", "/orders", { ...who, productName, orderQuantity: moq, trimId: _id })).insertedId);
      }
      return ids;
    };
    return {
      lines: [
        {
          work: `a sheet of ${LINES} lines`,
          limit: `${LINES} single orders`,
          unit: "ms",
          goal: atMost(0.2),
          rounds: ROUNDS,
          warmUp: 5,
          run: () => time(placeSheet),
          runLimit: () => time(placeSingles),
        },
      ],
    };
  },
};
