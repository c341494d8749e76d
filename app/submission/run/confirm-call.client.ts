/**
 * What is known after a call that got no answer: nothing while the server is being asked, nothing
 * while it cannot be, or that the draft is not recorded.
 */
export type UnconfirmedState = "asking" | "no-line" | "not-recorded";

/** What settles a doubt. */
export interface ConfirmCalls {
  /** Asks whether the draft is recorded. Rejects when there is no answer in time. */
  isRecorded(): Promise<boolean>;
  /**
   * Resolves with what the artist chooses; without a line also with "again" when it is worth
   * another look.
   */
  choose(unconfirmed: UnconfirmedState): Promise<"again" | "stop">;
}

/** How a call ended that may have needed several tries. */
type ConfirmedResult<Answer> = { answer: Answer } | "recorded" | { stopped: UnconfirmedState };

/**
 * Makes a call until it is known what became of it. After every try without an answer the server
 * is asked whether the draft is recorded. Where it is not, and the line had been gone, the next try
 * is made at once; where it is not although the server could be reached, the artist chooses.
 * @param call safe to repeat: one draft is recorded once.
 * @param report shows the doubt; nothing once the call is made again. @param onFailure is told of every answer that should have come.
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
