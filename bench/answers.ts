import { quantileSorted } from "simple-statistics";

export type Question = { name: string; path: string; goalMs: number };

const WARM_UP = 3;

/**
 * Asks each question again and again, and prints how many rows it has, and the least, the median and the 95th
 * percentile of its times. Returns the names of those that miss their goal. @throws Error when one is not answered 200
 */
export async function timeAnswers(
  questions: readonly Question[],
  ask: (path: string) => Promise<Response>,
  rounds: number,
): Promise<string[]> {
  console.log("| what | rows | least, ms | median | p95 | goal |\n| --- | ---: | ---: | ---: | ---: | ---: |");
  const misses: string[] = [];
  for (const { name, path, goalMs } of questions) {
    const times: number[] = [];
    let rows = 0;
    for (let round = -WARM_UP; round < rounds; round++) {
      const startMs = performance.now();
      const response = await ask(path);
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      const body: unknown = await response.json();
      if (round >= 0) times.push(performance.now() - startMs);
      rows = Array.isArray(body) ? body.length : 0;
    }
    times.sort((a, b) => a - b);
    const figures = [0, 0.5, 0.95].map((share) => quantileSorted(times, share).toFixed(1));
    console.log(`| ${name} | ${rows} | ${figures.join(" | ")} | ${goalMs} |`);
    if (quantileSorted(times, 0.95) > goalMs) misses.push(name);
  }
  return misses;
}
