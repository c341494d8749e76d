import * as v from "valibot";

/** Where a drill can make the site fail. */
export type FaultPoint = "check" | "record" | "join" | "upload-start" | "upload-finish";

/** A failure on purpose, so that what people see of one can be looked at and tested. */
export class InjectedFaultError extends Error {
  override readonly name = "InjectedFaultError";
  constructor(point: FaultPoint) {
    super(`Drill: ${point} fails, as the sandbox was asked to let it.`);
  }
}

/**
 * Called at each point that can fail.
 * @throws InjectedFaultError when a failure is due there for this draft.
 */
export type FaultInjector = (point: FaultPoint, draftId: string) => Promise<void>;

const answerSchema = v.object({ fail: v.literal(true) });

/**
 * Asks the sandbox whether to fail (`POST /sandbox/site/fail` arms it). Without a sandbox, as in
 * production, it never does, and asks nobody.
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
