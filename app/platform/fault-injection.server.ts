import * as v from "valibot";

export type FaultPoint = "check" | "record" | "join" | "upload-start" | "upload-finish";

/** A deliberate failure, for looking at and testing its effects. */
export class InjectedFaultError extends Error {
  override readonly name = "InjectedFaultError";
  constructor(point: FaultPoint) {
    super(`Drill: ${point} fails, as the sandbox was asked to let it.`);
  }
}

/** @throws InjectedFaultError when a failure is set at this point for this draft. */
export type FaultInjector = (point: FaultPoint, draftId: string) => Promise<void>;

const answerSchema = v.object({ fail: v.literal(true) });

/**
 * Asks the sandbox whether to fail (`POST /sandbox/site/fail` sets it). Without a sandbox, as in
 * production, it never fails.
 */
export function createFaultInjector(
  sandbox: { fetch(request: Request): Promise<Response> } | undefined,
): FaultInjector {
  if (!sandbox) return async () => {};
  return async (point, draftId) => {
    const request = new Request("https://sandbox.invalid/sandbox/site/ask", {
      method: "POST",
      body: JSON.stringify({ at: point, draftId }),
    });
    const answer: unknown = await (await sandbox.fetch(request)).json();
    if (v.is(answerSchema, answer)) throw new InjectedFaultError(point);
  };
}
