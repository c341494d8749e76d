import * as v from "valibot";

/** What was used of the platform, by the names that `platform-meter.ts` prints; 0 where nothing was. */
export type Usage = ReadonlyMap<string, number>;

const useSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest({ metered: v.string() }, v.number()),
);

/** Adds up the lines of metered workers; the lines of the product's own log count as `logLines`. */
export function readUsage(output: string): Map<string, number> {
  const usage = new Map<string, number>();
  const add = (name: string, amount: number) => usage.set(name, (usage.get(name) ?? 0) + amount);
  for (const line of output.split("\n")) {
    if (line.includes('{"ts":')) add("logLines", 1);
    const json = /\{"metered":.*\}$/.exec(line)?.[0];
    if (json === undefined) continue;
    const { metered, ...amounts } = v.parse(useSchema, json);
    for (const [name, amount] of Object.entries(amounts)) {
      add(name, amount);
      add(`${metered}.${name}`, amount);
    }
  }
  return usage;
}

/** What was used after `before`. */
export function usedSince(before: Usage, after: Usage): Map<string, number> {
  return new Map([...after].map(([name, amount]) => [name, amount - (before.get(name) ?? 0)]));
}
