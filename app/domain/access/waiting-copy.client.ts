import * as v from "valibot";
import type { FormValues } from "~/forms/read-form";

export const WAITING_COPY = "waiting-list";
/** As long as a draft of the wizard. */
const MAX_AGE_MS = 14 * 86_400_000;

const copySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ values: v.record(v.string(), v.string()), at: v.number() }),
);

/** Any call may throw: storage may be full or forbidden. */
type CopyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Keeps the input of the waiting list form in localStorage, as it has no draft. Never throws.
 * @param names the stored fields.
 */
export function waitingCopy(
  names: readonly string[],
  storage: () => CopyStorage = () => localStorage,
  now: () => number = () => Date.now(),
) {
  const remove = () => void ignoreErrors(() => storage().removeItem(WAITING_COPY));
  return {
    /** Removes a copy that is too old. */
    read(): Record<string, string> | undefined {
      const text = ignoreErrors(() => storage().getItem(WAITING_COPY)) ?? undefined;
      if (text === undefined) return undefined;
      const copy = v.safeParse(copySchema, text);
      if (copy.success && copy.output.at > now() - MAX_AGE_MS) return copy.output.values;
      remove();
      return undefined;
    },
    save(form: FormValues): void {
      const values: Record<string, string> = {};
      for (const name of names) {
        const text = form[name];
        if (typeof text === "string") values[name] = text;
      }
      ignoreErrors(() => storage().setItem(WAITING_COPY, JSON.stringify({ values, at: now() })));
    },
    remove,
  };
}
