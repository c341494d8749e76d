/**
 * Gives every row an id of its own, so that pages can tell rows apart while they come and go: one
 * that is new or taken becomes the first free `{prefix}-{n}`. Ids need to differ within one list
 * only, so no randomness is needed and a page without script makes the same ones.
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
