import * as v from "valibot";
import type { Fields } from "./autosave-state";

/** The used part of localStorage. Any call may throw: storage may be full or forbidden. */
export type CopyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export interface Copy {
  /** The version token of the answers it was typed over. */
  base: string;
  /** In order; the first may have arrived already. */
  unsent: readonly Fields[];
}

const PREFIX = "draft:";
const MAX_AGE_MS = 14 * 86_400_000;

const copySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    base: v.string(),
    unsent: v.pipe(v.array(v.array(v.tuple([v.string(), v.string()]))), v.minLength(1)),
    at: v.number(),
  }),
);

function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The local copy of one step of one draft. Its methods never throw. */
export function createLocalCopy(
  storage: () => CopyStorage,
  { draftId, step }: { draftId: string; step: string },
  now: () => number,
) {
  const key = `${PREFIX}${draftId}:${step}`;
  // The copy of this tab: another tab on the same step writes to the same key.
  let ownText: string | undefined;
  return {
    read(): Copy | undefined {
      const text = ignoreErrors(() => storage().getItem(key)) ?? undefined;
      const copy = v.safeParse(copySchema, text);
      ownText = text;
      if (copy.success) return copy.output;
      this.remove();
      return undefined;
    },
    save(copy: Copy): void {
      const text = JSON.stringify({ ...copy, at: now() });
      const storedText = ignoreErrors(() => {
        storage().setItem(key, text);
        return text;
      });
      // Without room the previous copy is still stored.
      ownText = storedText ?? ownText;
    },
    remove(): void {
      ignoreErrors(() => {
        if (ownText !== undefined && storage().getItem(key) === ownText) storage().removeItem(key);
      });
      ownText = undefined;
    },
  };
}

export function dropOldCopies(storage: () => CopyStorage, now: number): void {
  ignoreErrors(() => {
    const store = storage();
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
    for (const key of keys) {
      if (!key?.startsWith(PREFIX)) continue;
      const copy = v.safeParse(copySchema, store.getItem(key));
      if (!copy.success || copy.output.at < now - MAX_AGE_MS) store.removeItem(key);
    }
  });
}
