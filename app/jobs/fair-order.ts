/**
 * Puts work in an order that is fair to those it is for: the first of each, then the second of each,
 * and so on. Of one owner nothing changes its order.
 */
export function interleaveByOwner<T>(items: readonly T[], ownerOf: (item: T) => string): T[] {
  return [...turnsOf(items, ownerOf)]
    .sort(([, one], [, other]) => one - other)
    .map(([item]) => item);
}

/** The first `most` of each owner, in turn, and the others as they came. */
export function firstPerOwner<T>(items: readonly T[], most: number, ownerOf: (item: T) => string) {
  const turns = turnsOf(items, ownerOf);
  const others = turns.filter(([, turn]) => turn >= most).map(([item]) => item);
  const first = turns.filter(([, turn]) => turn < most).map(([item]) => item);
  return { first: interleaveByOwner(first, ownerOf), others };
}

/** Items with the number of those before them that are for the same. */
function turnsOf<T>(items: readonly T[], ownerOf: (item: T) => string): (readonly [T, number])[] {
  const countByOwner = new Map<string, number>();
  return items.map((item) => {
    const turn = countByOwner.get(ownerOf(item)) ?? 0;
    countByOwner.set(ownerOf(item), turn + 1);
    return [item, turn] as const;
  });
}
