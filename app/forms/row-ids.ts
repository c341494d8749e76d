/**
 * Gives every row a unique id within its list: a missing or repeated one becomes the first free
 * `{prefix}-{n}`. Without randomness, so that server and page make the same ids.
 */
export function assignRowIds<T extends { id: string }>(rows: readonly T[], prefix: string): T[] {
  const rowIds = new Set(rows.map(({ id }) => id));
  const usedIds = new Set<string>();
  return rows.map((row) => {
    let id = row.id;
    for (let number = 1; !id || usedIds.has(id); number++) {
      const free = `${prefix}-${number}`;
      if (!rowIds.has(free) && !usedIds.has(free)) id = free;
    }
    usedIds.add(id);
    return { ...row, id };
  });
}
