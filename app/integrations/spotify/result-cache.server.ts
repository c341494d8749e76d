import type { Clock } from "~/platform/clock";

/**
 * A short-lived cache of JSON values. Never throws: a failed read finds nothing. Callers parse
 * what they read.
 */
export interface ResultCache {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

const MAX_ENTRIES = 300;

/** In memory; evicts the oldest entry. */
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
