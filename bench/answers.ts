import { median, quantileSorted } from "simple-statistics";

export type Question = { name: string; path: string; goalMs: number };

const WARM_UP = 3;

/**
 * Asks each question again and again, and prints how many rows it has, and the least, the median and the 95th
 * percentile of its times. Returns the names of those that miss their goal. @throws Error when one is not answered 200
 */
export async function timeAnswers(questions: readonly Question[], ask: Ask, rounds: number): Promise<string[]> {
  console.log("| what | rows | least, ms | median | p95 | goal |\n| --- | ---: | ---: | ---: | ---: | ---: |");
  const misses: string[] = [];
  for (const { name, path, goalMs } of questions) {
    const times: number[] = [];
    let rows = 0;
    for (let round = -WARM_UP; round < rounds; round++) {
      const answer = await timeOne(ask, path);
      if (round >= 0) times.push(answer.tookMs);
      rows = answer.rows;
    }
    times.sort((a, b) => a - b);
    const figures = [0, 0.5, 0.95].map((share) => quantileSorted(times, share).toFixed(1));
    console.log(`| ${name} | ${rows} | ${figures.join(" | ")} | ${goalMs} |`);
    if (quantileSorted(times, 0.95) > goalMs) misses.push(name);
  }
  return misses;
}

/** The same question of two who ask: `paths` in their order. */
export type QuestionOfTwo = { name: string; paths: readonly [string, string] };

/** The second may take so many times as long as the first, or this long: what nobody waits for. */
const [MOST_TIMES, UNFELT_MS] = [2, 50];

/**
 * Asks each question as the first and as the second, in turn, and prints the median of both. Returns the names of those
 * that take the second too long. @throws Error when one is not answered 200
 */
export async function timeBeside(
  questions: readonly QuestionOfTwo[],
  [first, second]: readonly [Ask, Ask],
  rounds: number,
): Promise<string[]> {
  console.log("\n| what | first, ms | second, ms | times |\n| --- | ---: | ---: | ---: |");
  const misses: string[] = [];
  for (const { name, paths } of questions) {
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < rounds; round++) {
      const answers = [await timeOne(first, paths[0]), await timeOne(second, paths[1])] as const;
      if (round >= 0) for (const at of [0, 1] as const) times[at].push(answers[at].tookMs);
    }
    const [one, other] = [median(times[0]), median(times[1])];
    console.log(`| ${name} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(2)} |`);
    if (other > one * MOST_TIMES && other > UNFELT_MS) misses.push(name);
  }
  return misses;
}

type Ask = (path: string) => Promise<Response>;

async function timeOne(ask: Ask, path: string): Promise<{ tookMs: number; rows: number }> {
  const startMs = performance.now();
  const response = await ask(path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const body: unknown = await response.json();
  return { tookMs: performance.now() - startMs, rows: Array.isArray(body) ? body.length : 0 };
}
