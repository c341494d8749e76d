import { seededRandom } from "./interleaving";

/** What a worker of the chaos run is told, by its binding `CHAOS` and by control requests. */
export interface ChaosState {
  seed: number;
  /** Counts restarts, so that a worker does not meet the same faults after each. */
  life: number;
  /** Whether calls fail. */
  faults: boolean;
  /** How far the workers' clock is ahead. */
  clockMs: number;
}

/** Outcomes of a call with their chances; with the rest of the chance nothing happens to it. */
export type Odds<Outcome extends string> = Readonly<Record<Outcome, number>>;

/** FNV-1a: a number of 32 bits for a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Random numbers that depend on the seed and these names only. */
export const randomFor = (...names: readonly (string | number)[]) =>
  seededRandom(hashText(names.join("\n")));

/** Draws one of the outcomes; undefined where nothing happens. */
export function draw<Outcome extends string>(
  odds: Odds<Outcome>,
  random: () => number,
): Outcome | undefined {
  let rest = random();
  for (const outcome of Object.keys(odds) as Outcome[]) {
    rest -= odds[outcome];
    if (rest < 0) return outcome;
  }
  return undefined;
}

/** Shuffles a copy of a list. */
export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, order: random() }))
    .sort((first, second) => first.order - second.order)
    .map(({ value }) => value);
}
