import { BlockList, isIP, isIPv4 } from "node:net";
import type { Context } from "hono";

/** Returns the address a request comes from; null for a call inside the process. */
export type ReadAddress = (c: Context) => string | null;
/**
 * Where a request comes from, in levels from wide to narrow: of an IPv6 address the /48, /56 and /64, of an IPv4 address
 * the /16, the /24 and the address itself. One customer has a /64 to a /48 of the one, and often shares an address of
 * the other.
 */
export type Network = readonly string[];
/** Returns the network a request comes from. */
export type ReadNetwork = (c: Context) => Network;

/** The level for the log: it names no single visitor. */
export function nameNetwork(network: Network): string {
  return network.at(1) ?? network.at(0) ?? "unknown";
}

/** The narrowest level. */
export function narrowest(network: Network): string {
  return network.at(-1) ?? "unknown";
}

/** Makes the one function that turns a request into its network. */
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
export function plain(text: string): string {
  const address = text.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3").replace(/%.*$/, "");
  if (isIP(address) === 0) return "";
  if (isIPv4(address)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (!high) return short;
  const bytes = [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]);
  return bytes.join(".");
}

/** The levels of an address; of what is none, a single one. */
export function toNetwork(address: string): Network {
  if (!address) return ["unknown"];
  if (isIPv4(address)) {
    const [first, second, third] = address.split(".");
    return [`${first}.${second}.0.0/16`, `${first}.${second}.${third}.0/24`, address];
  }
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => "0");
  const all = [...groups, ...(tail === undefined ? [] : zeros), ...rest].slice(0, 4);
  const fourth = Number.parseInt(all[3] ?? "0", 16) & 0xff00;
  const [site, home] = [all.slice(0, 3).join(":"), fourth.toString(16)];
  return [`${site}::/48`, `${site}:${home}::/56`, `${all.join(":")}::/64`];
}
