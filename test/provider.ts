import type { Visitor } from "./visitor.ts";

type Walk = { provider: "google" | "github"; person: string; consent?: "allow" | "refuse" };

/** What a visitor does in the popup of the stand-in provider. Returns where the shop led them in the end. */
export async function walkThroughPopup(visitor: Visitor, walk: Walk): Promise<URL> {
  const finish = await walkToReturn(visitor, walk);
  return finish();
}

/** The same, but stops when the provider sends the popup back; whoever calls the result comes back to the shop. */
export async function walkToReturn(
  visitor: Visitor,
  { provider, person, consent = "allow" }: Walk,
): Promise<() => Promise<URL>> {
  const attempt = crypto.randomUUID();
  const started = await visitor.send("POST /auth/sign-in/social", { provider, attempt });
  const { url } = await started.json();
  const back = await answerProvider(url, person, consent);
  return async () => {
    const end = await visitor.send(`GET ${back.pathname.replace("/api", "")}${back.search}`);
    const location = new URL(end.headers.get("location") ?? "", "http://nowhere.example");
    if (location.searchParams.get("attempt") !== attempt) throw new Error(`ended at ${location} with ${end.status}`);
    return location;
  };
}

/** From the provider's first page to the address it sends the popup back to. */
export async function answerProvider(authorize: string, person: string, consent: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const go = async (address: string | URL, method = "GET"): Promise<URL> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(address, { method, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return new URL(location, address);
  };
  const choice = await go(authorize);
  if (!choice.pathname.startsWith("/interaction/")) return choice;
  const chosen = await go(await go(`${choice}/as/${person}`, "POST"));
  if (!chosen.pathname.startsWith("/interaction/")) return chosen;
  return go(await go(`${chosen}/${consent}`, "POST"));
}
