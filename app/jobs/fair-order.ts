/**
 * Orders items fairly: the first of each owner, then the second, and so on. Items of one owner
 * keep their order.
 */
export function interleaveByOwner<T>(items: readonly T[], ownerOf: (item: T) => string): T[] {
  return [...numberTurns(items, ownerOf)]
    .sort(([, first], [, second]) => first - second)
    .map(([item]) => item);
}

export function firstPerOwner<T>(items: readonly T[], limit: number, ownerOf: (item: T) => string) {
  const turns = numberTurns(items, ownerOf);
  const others = turns.filter(([, turn]) => turn >= limit).map(([item]) => item);
  const first = turns.filter(([, turn]) => turn < limit).map(([item]) => item);
  return { first: interleaveByOwner(first, ownerOf), others };
}

function numberTurns<T>(items: readonly T[], ownerOf: (item: T) => string) {
  const countByOwner = new Map<string, number>();
  return items.map((item) => {
    const turn = countByOwner.get(ownerOf(item)) ?? 0;
    countByOwner.set(ownerOf(item), turn + 1);
    return [item, turn] as const;
  });
}
