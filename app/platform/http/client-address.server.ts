import { BlockList, isIP, isIPv4 } from "node:net";
import type { Context } from "hono";

/** Returns the address a request comes from; null for a call inside the process. */
export type ReadAddress = (c: Context) => string | null;
/** Returns the network a request comes from. */
export type ReadNetwork = (c: Context) => string;

/** Names a request's network: the /24 of its IPv4 address or the /64 of its IPv6 one. */
export function createNetworkReader(trustedProxies: readonly string[]): ReadNetwork {
  const readAddress = createAddressReader(trustedProxies);
  return (c) => toNetwork(readAddress(c) ?? "");
}

/**
 * Names a request's address. X-Forwarded-For counts only as far as our own proxies wrote it; a stranger could have made
 * up the rest.
 */
export function createAddressReader(trustedProxies: readonly string[]): ReadAddress {
  const proxies = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", bits] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isOurs = (address: string) => proxies.check(address, isIPv4(address) ? "ipv4" : "ipv6");

  return (c) => {
    let client = plain(c.env?.incoming?.socket?.remoteAddress ?? "");
    const hops = (c.req.header("x-forwarded-for") ?? "").split(",");
    // Each is read only when it counts: a stranger may send thousands.
    while (client && isOurs(client)) {
      const hop = plain((hops.pop() ?? "").trim());
      if (!hop) break;
      client = hop;
    }
    return client || null;
  };
}

/**
 * The address in its shortest form, without a port, with any IPv4 address unwrapped from IPv6; "" if it is not an
 * address.
 */
function plain(text: string): string {
  const address = text.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3").replace(/%.*$/, "");
  if (isIP(address) === 0) return "";
  if (isIPv4(address)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (!high) return short;
  const bytes = [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]);
  return bytes.join(".");
}

function toNetwork(address: string): string {
  if (!address) return "unknown";
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => "0");
  return `${[...groups, ...(tail === undefined ? [] : zeros), ...rest].slice(0, 4).join(":")}::/64`;
}
