/**
 * A page of rows and the total of the list. Each row tells how many were `counted` by the query that read the page: two
 * queries could disagree while somebody adds or deletes. Only an empty page behind the place `after` leaves it to
 * `count`; an empty first page means that there are none.
 */
export async function withTotal<Row extends { counted: number }>(
  page: PromiseLike<Row[]>,
  after: unknown,
  count: () => PromiseLike<number>,
): Promise<{ rows: Omit<Row, "counted">[]; total: number }> {
  const all = await page;
  const [first] = all;
  const total = first?.counted ?? (after === undefined ? 0 : await count());
  return { rows: all.map(({ counted: _, ...row }) => row), total };
}
