import { Link } from "react-router";
import type { AnswerOf, CallApi } from "#app/client/api.ts";
import { namePo } from "#app/contract/po.ts";
import { orUnloaded } from "#app/lists/use-loading.ts";
import { Banner } from "#app/ui/banner.tsx";
import { IconMail } from "#app/ui/icons.tsx";
import { Moment } from "#app/ui/moment.tsx";
import styles from "./waiting.module.css";

/** So many are named; their pages have the rest. */
const NAMED = 5;

type Waiting = AnswerOf<"GET /waitingMessages">;

/** What waits for whoever asks; nothing if that cannot be read: the list is complete without it. */
export async function readWaiting(callApi: CallApi): Promise<Waiting> {
  return (await orUnloaded(callApi("GET /waitingMessages")))?.rows ?? [];
}

/** The conversations that wait for whoever looks, with a link to each; nothing if none does. */
export function WaitingMessages({ waiting, isStaff }: { waiting: Waiting; isStaff: boolean }) {
  if (waiting.length === 0) return null;
  return (
    <Banner tone="wait">
      <IconMail />
      <p>
        {isStaff ? "Waiting for us" : "Waiting for you"}: {waiting.length}
      </p>
      <ul className={styles.waiting}>
        {waiting.slice(0, NAMED).map(({ of, number, poNumber, name, at, words }) => (
          <li key={`${of} ${number}`}>
            <Link to={`/dashboard/${of === "order" ? "orders" : "ordersheets"}/${number}`}>
              {of === "order" ? `Order No. ${number}` : `Sheet S-${number}`}
            </Link>
            {poNumber && `, ${namePo(poNumber)}`}
            {isStaff && `, ${name}`}, <Moment at={at} />: <span className={styles.words}>{words}</span>
          </li>
        ))}
        {waiting.length > NAMED && <li>and {waiting.length - NAMED} more</li>}
      </ul>
    </Banner>
  );
}
