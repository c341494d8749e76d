import * as v from "valibot";

/** In KV `CONFIG`. */
const DRILL_KEY = "restore-drill";

const drillSchema = v.object({
  /** When the drill began, and when its copy was begun: what was sent between would be lost. */
  at: v.string(),
  copyAt: v.string(),
  /** Of bringing everything back, and of comparing it. */
  restoreSeconds: v.number(),
  verifySeconds: v.number(),
  rows: v.number(),
  files: v.number(),
  bytes: v.number(),
  /** How many tables, keys and files came back other than they were. */
  differences: v.number(),
});
export type RestoreDrill = v.InferOutput<typeof drillSchema>;

interface DrillStore {
  get: (key: string) => Promise<string | null>;
  put: (key: string, value: string) => Promise<void>;
}

export const writeDrill = (config: Pick<DrillStore, "put">, drill: RestoreDrill): Promise<void> =>
  config.put(DRILL_KEY, JSON.stringify(drill));

/** The last drill; undefined where none was made, or it can't be read. */
export async function readDrill(
  config: Pick<DrillStore, "get">,
): Promise<RestoreDrill | undefined> {
  const text = await config.get(DRILL_KEY).catch(() => null);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), drillSchema), text);
  return parsed.success ? parsed.output : undefined;
}
