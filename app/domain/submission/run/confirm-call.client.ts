/**
 * Without an answer: the server is being asked, cannot be reached, or has not recorded the draft.
 */
export type UnconfirmedState = "asking" | "no-line" | "not-recorded";

export interface ConfirmCalls {
  /** Whether the draft is recorded. Rejects without an answer in time. */
  isRecorded(): Promise<boolean>;
  /**
   * Resolves with the artist's choice; while offline also with "again" when a retry is worth it.
   */
  choose(unconfirmed: UnconfirmedState): Promise<"again" | "stop">;
}

type ConfirmedResult<Answer> = { answer: Answer } | "recorded" | { stopped: UnconfirmedState };

/**
 * Repeats a call until its outcome is known. After each try without an answer it asks whether the
 * draft is recorded. If not, it tries again at once where the connection had been lost, and else
 * leaves the choice to the artist.
 * @param call safe to repeat: one draft is recorded once.
 * @param report shows the state; nothing once the call is made again.
 * @param onFailure gets every error of a server that could be reached.
 */
export async function callUntilConfirmed<Answer>(
  call: () => Promise<Answer>,
  { isRecorded, choose }: ConfirmCalls,
  report: (unconfirmed?: UnconfirmedState) => void,
  onFailure: (error: unknown) => void,
): Promise<ConfirmedResult<Answer>> {
  for (;;) {
    try {
      return { answer: await call() };
    } catch (error) {
      report("asking");
      let wasOffline = false;
      for (;;) {
        const recorded = await isRecorded().catch(() => undefined);
        if (recorded) return "recorded";
        const unconfirmed = recorded === undefined ? "no-line" : "not-recorded";
        if (unconfirmed === "not-recorded") {
          if (wasOffline) break;
          onFailure(error);
        }
        report(unconfirmed);
        if ((await choose(unconfirmed)) === "stop") return { stopped: unconfirmed };
        if (unconfirmed === "not-recorded") break;
        wasOffline = true;
      }
      report();
    }
  }
}
