import { z } from "zod";

/** Each machine of the files of deploy/ha is an address of the loopback device. */
export const NETWORK = "127.7.0.";

/** The machines of the files, by the last number of their address. */
export const machines = { db1: 11, db2: 12, db3: 13, shop1: 21, shop2: 22, shop3: 23, balancer: 31 } as const;
export type DbName = "db1" | "db2" | "db3";
export const dbNames = ["db1", "db2", "db3"] as const;

/** The address that a machine of the files has here. */
export function addressOf(machine: keyof typeof machines): string {
  return `${NETWORK}${machines[machine]}`;
}

const cluster = z.object({
  members: z.array(
    z.object({ name: z.enum(dbNames), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});

/** The members of the cluster, as the first of them that answers sees them. */
export async function readCluster() {
  const asked = dbNames.map(async (name) => {
    const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
    return cluster.parse(await answer.json());
  });
  return (await Promise.any(asked).catch(() => undefined))?.members ?? [];
}

/** The member that says that it leads. */
export async function findLeader(): Promise<DbName | undefined> {
  const asked = dbNames.map(async (name) => {
    const answer = await fetch(`http://${addressOf(name)}:8008/primary`, { signal: AbortSignal.timeout(1_000) });
    if (answer.status !== 200) throw new Error("not the leader");
    return name;
  });
  return Promise.any(asked).catch(() => undefined);
}
