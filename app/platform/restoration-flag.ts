/** The key in KV `CONFIG` that keeps the site closed: a request must not ask the database for it. */
export const RESTORATION_KEY = "restoration";

/** How long an isolate goes by what it has read, in milliseconds. */
const FRESH_MS = 30_000;
let restoration = { readAt: Number.NEGATIVE_INFINITY, isUnderWay: false };

interface Config {
  get: (key: string) => Promise<string | null>;
}

const readFlag = async (config: Config) => (await config.get(RESTORATION_KEY)) !== null;

/** Whether a backup is being restored, or was and is not found whole yet. Read twice a minute at most. */
export async function isRestorationUnderWay(config: Config, now: number): Promise<boolean> {
  if (now - restoration.readAt < FRESH_MS) return restoration.isUnderWay;
  // Unreadable, it is none: nothing else of the site needs the switch.
  const isUnderWay = await readFlag(config).catch(() => false);
  restoration = { readAt: now, isUnderWay };
  return isUnderWay;
}
