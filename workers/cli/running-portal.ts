import * as v from "valibot";

const checkSchema = v.pipe(
  v.object({ state: v.picklist(["ok", "failed"]), ms: v.number() }),
  v.transform(({ state, ms }) => ({ ok: state === "ok", detail: null, ms })),
);
const healthSchema = v.object({
  checks: v.object({ d1: checkSchema, r2: checkSchema, kv: checkSchema, queue: checkSchema }),
});

type StoreChecks = v.InferOutput<typeof healthSchema>["checks"];

const TIMEOUT_MS = 15_000;

/** Asks a running portal for its stores. @returns undefined where no portal answers there. */
export async function askRunningPortal(url: string): Promise<StoreChecks | undefined> {
  try {
    const address = new URL("/api/health", url);
    const reply = await fetch(new Request(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
    // With the same fields, and 503, while a store fails.
    return v.parse(healthSchema, await reply.json()).checks;
  } catch {
    return undefined;
  }
}
