// Measures whether the time of an answer reveals that the shop knows an address: `npm run build && node
// bench/sign-in.ts [pairs]`. Tries known and unknown addresses in pairs, and prints the ratio of the medians and
// the p of the Mann-Whitney test. Fails if the medians differ by a tenth, or p is not above 0.01.
import { cumulativeStdNormalProbability, median, wilcoxonRankSum } from "simple-statistics";
import { post, withMeasuredShop } from "#test/measured-shop.ts";
import { newEmail, PASSWORD } from "#test/visitor.ts";

const PAIRS = Number(process.argv[2] ?? 60);
const WARM_UP = 5;
/** Beyond this many mails an hour to one address, none is sent, and the code takes another path. */
const RESETS_PER_ADDRESS = 3;
const DIFFERENCE_MAX = 0.1;
const P_MIN = 0.01;

await withMeasuredShop(async (url) => {
  const emails = Array.from({ length: Math.ceil((PAIRS + WARM_UP) / RESETS_PER_ADDRESS) }, newEmail);
  for (const email of emails) await post(url, "/sign-up/email", { name: "Camille Besson", email, password: PASSWORD });

  console.log("| door | known, median ms | unknown, median ms | ratio | p |\n| --- | ---: | ---: | ---: | ---: |");
  for (const [door, status, more] of [
    ["/sign-in/email", 401, { password: "wrong-password" }],
    ["/request-password-reset", 200, {}],
  ] as const) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = -WARM_UP; round < PAIRS; round++) {
      const known = emails[(round + WARM_UP) % emails.length];
      for (const kind of round % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
        const answer = await post(url, door, { email: kind === "known" ? known : newEmail(), ...more });
        if (answer.status !== status) throw new Error(`${door} answered ${answer.status} for an address ${kind}`);
        if (round >= 0) times[kind].push(answer.ms);
      }
    }
    judge(door, times.known, times.unknown);
  }
});

function judge(door: string, known: number[], unknown: number[]): void {
  const [a, b] = [median(known), median(unknown)];
  const p = mannWhitneyP(known, unknown);
  console.log(`| ${door} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(3)} | ${p.toFixed(3)} |`);
  if (Math.abs(a - b) / Math.max(a, b) >= DIFFERENCE_MAX || p <= P_MIN) process.exitCode = 1;
}

/** Two-sided, by the normal approximation, which holds from about 20 values a side. */
function mannWhitneyP(first: number[], second: number[]): number {
  const [n, m] = [first.length, second.length];
  const u = wilcoxonRankSum(first, second) - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - cumulativeStdNormalProbability(Math.abs(z)));
}
