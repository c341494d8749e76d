import type { Clock } from "~/platform/clock";

/**
 * Keeps answers for a short time. Neither call ever throws: a cache that fails has nothing.
 * What comes out is parsed like what comes from outside, so any store of JSON will do.
 */
export interface ResultCache {
  /** @returns undefined when there is nothing, or nothing any more. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

const MAX_ENTRIES = 300;

/** A cache in memory that drops what was stored longest ago. */
export function memoryCache(clock: Clock, maxEntries = MAX_ENTRIES): ResultCache {
  const entries = new Map<string, { value: unknown; expiresAt: number }>();
  return {
    get: async (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.expiresAt > clock().getTime()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    put: async (key, value, ttlSeconds) => {
      entries.delete(key);
      entries.set(key, { value, expiresAt: clock().getTime() + ttlSeconds * 1000 });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
