/**
 * The fewest single errors that turn one word into the other: a letter added, left out, replaced, or two neighbours
 * swapped (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  // Of the table of distances only three rows are needed at a time.
  let [last, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const lastButOne = last;
    [last, row] = [row, [i]];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        cell(last, j) + 1,
        cell(row, j - 1) + 1,
        cell(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? cell(lastButOne, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(row, other.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? 0;
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
    // The difference in length is the least that a distance can be.
    .filter((word) => typed.length - word.length <= most)
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
