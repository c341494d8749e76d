/** A seeded random number generator (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const nextNumber = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Returns true with this probability. */
    chance: (share: number) => nextNumber() < share,
    /** Picks one of the values. @throws Error when there are none. */
    pick: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(nextNumber() * items.length)];
      if (item === undefined) throw new Error("Nothing to pick from");
      return item;
    },
  };
}
export type Random = ReturnType<typeof seededRandom>;
