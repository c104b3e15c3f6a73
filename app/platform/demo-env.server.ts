import { BlockList, isIP } from "node:net";

type Read = {
  DEMO?: boolean | undefined;
  HOST: string;
  APP_ORIGIN?: string | undefined;
  DATABASE_URL?: string | undefined;
  SECRET?: string | undefined;
  TRUSTED_PROXIES?: string[] | undefined;
};

/**
 * Whether the shop is a demo. Unless DEMO says so, only if nothing but this machine can reach it, because it shows
 * passwords.
 */
export function isDemo({ DEMO, DATABASE_URL, ...where }: Read): boolean {
  return DEMO ?? (DATABASE_URL === undefined && isPrivate(where));
}

/** What a public shop lacks, in sentences. */
export function listMissing({ APP_ORIGIN, SECRET, TRUSTED_PROXIES }: Read): string[] {
  return [
    ...(APP_ORIGIN ? [] : ["APP_ORIGIN is needed: write the address of the shop, such as https://shop.example"]),
    ...(SECRET ? [] : ["SECRET is needed: write at least 32 random characters"]),
    // Behind an unnamed proxy, all visitors would share one network's limits.
    ...(TRUSTED_PROXIES ? [] : ["TRUSTED_PROXIES is needed: write the addresses of your proxies, or none"]),
  ];
}

/** For someone who expected a demo and reads what their shop lacks. */
export function explainNoDemo(read: Read): string[] {
  if (read.DEMO !== undefined || read.DATABASE_URL !== undefined || isPrivate(read)) return [];
  return ["DEMO is off, because APP_ORIGIN or HOST is public: write DEMO=1 for a demo whose passwords anybody may use"];
}

function isPrivate({ HOST, APP_ORIGIN }: Pick<Read, "HOST" | "APP_ORIGIN">): boolean {
  return [HOST, ...(APP_ORIGIN ? [new URL(APP_ORIGIN).hostname] : [])].every(isLoopback);
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host is a name or address of this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(address);
  if (version === 0) return /^([\w-]+\.)*localhost$/i.test(address);
  return loopback.check(address, version === 4 ? "ipv4" : "ipv6");
}
