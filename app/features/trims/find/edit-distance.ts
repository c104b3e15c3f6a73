/**
 * The fewest single errors that turn one word into the other: a letter added, left out, replaced, or two neighbours
 * swapped (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        cell(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        cell(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? cell(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return cell(rows, one.length, other.length);
}

function cell(rows: number[][], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

const SHORTEST = 4;

/**
 * The words that `typed` most likely means, all at the same distance; none if every word is too far off. A word typed
 * in part is compared with the beginnings of words.
 */
export function correct(typed: string, words: readonly string[]): string[] {
  if (typed.length < SHORTEST) return [];
  const most = typed.length < 6 ? 1 : typed.length < 9 ? 2 : 3;
  const near = words
    .map((word) => ({ word, errors: errorsIn(typed, word) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((a, b) => a.errors - b.errors);
  return near.filter(({ errors }) => errors === near[0]?.errors).map(({ word }) => word);
}

function errorsIn(typed: string, word: string): number {
  const whole = editDistance(typed, word);
  const isLonger = word.length > typed.length + 1;
  // Half a word with an error in it is a weaker match than a whole one.
  return isLonger ? Math.min(whole, editDistance(typed, word.slice(0, typed.length)) + 0.5) : whole;
}
