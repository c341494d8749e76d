import * as v from "valibot";
import type { FormValues } from "~/forms/read-form";

/** Under which name this browser keeps what is typed into the form of the waiting list. */
export const WAITING_COPY = "waiting-list";
/** As long as an untouched draft of the wizard. */
const KEEP_MS = 14 * 86_400_000;

const copySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ values: v.record(v.string(), v.string()), at: v.number() }),
);

/** The part of localStorage that is needed. Any call may throw: storage may be full or forbidden. */
type CopyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function careful<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * What somebody types into the form of the waiting list, kept in this browser until they are on the
 * list: there is no draft that it could be saved in. None of its calls ever throws.
 * @param names the fields that are kept.
 */
export function waitingCopy(
  names: readonly string[],
  storage: () => CopyStorage = () => localStorage,
  now: () => number = () => Date.now(),
) {
  const drop = () => void careful(() => storage().removeItem(WAITING_COPY));
  return {
    /** What was typed before; one that is too old is dropped. */
    read(): Record<string, string> | undefined {
      const text = careful(() => storage().getItem(WAITING_COPY)) ?? undefined;
      if (text === undefined) return undefined;
      const copy = v.safeParse(copySchema, text);
      if (copy.success && copy.output.at > now() - KEEP_MS) return copy.output.values;
      drop();
      return undefined;
    },
    /** Keeps a form as it reads now. */
    keep(form: FormValues): void {
      const values: Record<string, string> = {};
      for (const name of names) {
        const text = form[name];
        if (typeof text === "string") values[name] = text;
      }
      careful(() => storage().setItem(WAITING_COPY, JSON.stringify({ values, at: now() })));
    },
    drop,
  };
}
