import {
  type ConfirmCalls,
  callUntilConfirmed,
  type UnconfirmedState,
} from "./confirm-call.client";
import {
  AFTER_RECORD,
  failureText,
  fileText,
  type RunStage,
  type RunStep,
  remainingText,
  runPercent,
  STAGE_PAUSE_MS,
  SUCCESS_PAUSE_MS,
  timeRemaining,
  uploadFailureText,
} from "./submission-run";

export interface FileState {
  done: boolean;
  /** Why it failed; empty when unknown. */
  failed?: string;
  /** Sent so far, 0 to 1. */
  fraction: number;
  waiting?: string;
}

export interface Progress {
  stage: RunStage;
  /** 0 to 100; 0 once the run has failed. */
  percent: number;
  text: string;
  /** 'Processing file X of Y', while a file is waited for. */
  file?: string;
  remaining: string;
  waiting?: string;
  unconfirmed?: UnconfirmedState;
}

export type CallOutcome<Reply> = { ok: true } | { ok: false; text?: string; reply?: Reply };

/** `unconfirmed`: stopped after a call without an answer. `cancelled`: gone back to edit. */
export type RunResult<Reply> =
  | { ok: true }
  | {
      ok: false;
      stage: RunStage;
      text: string;
      reply?: Reply;
      unconfirmed?: UnconfirmedState;
      cancelled?: true;
    };

export interface RunFailure {
  stage: RunStage;
  text: string;
  error?: unknown;
}

export interface RunCalls<Reply> extends ConfirmCalls {
  /** Asks whether the draft may be submitted. Rejects without an answer in time. */
  check(): Promise<CallOutcome<Reply>>;
  /** Records the submission once, however often it is called. Rejects without an answer in time. */
  record(): Promise<CallOutcome<Reply>>;
  fileState(slot: string): FileState;
  /** Seconds until all pending files are sent; 0 while there are none, undefined while unknown. */
  secondsRemaining(): number | undefined;
  /** Aborted when the artist goes back to edit; ignored once recording has begun. */
  signal: AbortSignal;
  /** Called on every change of a file; returns the function that stops it. */
  onFileChange(listener: () => void): () => void;
  sleep(ms: number): Promise<void>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  report(progress: Progress): void;
  /**
   * Called when the run fails, and for every answer missing from a server that could be reached.
   */
  onFailure(failure: RunFailure): void;
}

type StepFailure<Reply> = {
  text: string;
  reply?: Reply;
  unconfirmed?: UnconfirmedState;
  cancelled?: true;
};

const CANCELLED = { text: "", cancelled: true } as const;

function fileChanges(listen: (wake: () => void) => () => void) {
  let wake = () => {};
  const stop = listen(() => wake());
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return { next, stop };
}

class SubmissionRun<Reply> {
  private startedAt: number | undefined;
  private isRecorded = false;
  private readonly changes: ReturnType<typeof fileChanges>;
  private readonly cancellation: Promise<"cancelled">;

  constructor(
    private readonly steps: readonly RunStep[],
    private readonly calls: RunCalls<Reply>,
  ) {
    this.changes = fileChanges(calls.onFileChange);
    this.cancellation = new Promise((resolve) => {
      calls.signal.addEventListener("abort", () => resolve("cancelled"), { once: true });
    });
  }

  async run(): Promise<RunResult<Reply>> {
    try {
      for (const step of this.steps) {
        if (this.isRecorded && !AFTER_RECORD.includes(step.stage)) continue;
        if (this.calls.signal.aborted && !AFTER_RECORD.includes(step.stage))
          return this.failRun(step, CANCELLED);
        try {
          const stepFailure = await this.runStep(step);
          if (stepFailure) return this.failRun(step, stepFailure);
        } catch (error) {
          if (AFTER_RECORD.includes(step.stage)) continue;
          return this.failRun(step, { text: failureText(step.stage) }, error);
        }
      }
      await this.calls.sleep(SUCCESS_PAUSE_MS);
      return { ok: true };
    } finally {
      this.changes.stop();
    }
  }

  private async runStep(step: RunStep): Promise<StepFailure<Reply> | undefined> {
    if (step.file) return this.waitForFile(step, step.file.slot);
    await this.reportAndPause(step, step.from);
    return this.callServer(step);
  }

  private async waitForFile(step: RunStep, slot: string): Promise<StepFailure<Reply> | undefined> {
    let lastReport: { percent: number; waiting?: string; seconds?: string } | undefined;
    for (;;) {
      // Before the state is read, so that no change is missed between the two.
      const nextChange = this.changes.next();
      const { done, failed, fraction, waiting } = this.calls.fileState(slot);
      if (failed !== undefined) return { text: uploadFailureText(step, failed) };
      // A part that is sent again takes bytes back; progress must not.
      const percent = done
        ? step.to
        : Math.max(lastReport?.percent ?? 0, runPercent(step, fraction));
      const seconds = remainingText(this.calls.secondsRemaining());
      const hasChanged = percent !== lastReport?.percent || waiting !== lastReport.waiting;
      if (hasChanged || seconds !== lastReport?.seconds)
        await this.reportAndPause(step, percent, waiting);
      if (done) return undefined;
      lastReport = { percent, waiting, seconds };
      if ((await Promise.race([nextChange, this.cancellation])) === "cancelled") return CANCELLED;
    }
  }

  private async callServer(step: RunStep): Promise<StepFailure<Reply> | undefined> {
    const { stage, from } = step;
    if (stage !== "validating" && stage !== "creating") return undefined;
    const settlement = callUntilConfirmed(
      stage === "validating" ? this.calls.check : this.calls.record,
      this.calls,
      (unconfirmed) => this.reportProgress(step, from, { unconfirmed }),
      (error) => this.calls.onFailure({ stage, text: failureText(stage), error }),
    );
    const outcome = await (stage === "validating"
      ? Promise.race([settlement, this.cancellation])
      : settlement);
    if (outcome === "cancelled") return CANCELLED;
    if (outcome === "recorded") {
      this.isRecorded = true;
      return undefined;
    }
    if ("stopped" in outcome) return { text: failureText(stage), unconfirmed: outcome.stopped };
    const { answer } = outcome;
    if (answer.ok) return undefined;
    return { text: answer.text || failureText(stage), reply: answer.reply };
  }

  private async reportAndPause(step: RunStep, percent: number, waiting?: string): Promise<void> {
    this.reportProgress(step, percent, { waiting });
    await this.calls.sleep(STAGE_PAUSE_MS);
  }

  private reportProgress(step: RunStep, percent: number, extra: Partial<Progress>): void {
    const now = this.calls.now();
    this.startedAt ??= now;
    const remaining = this.estimateRemaining(now - this.startedAt, percent);
    const { stage, text } = step;
    this.calls.report({
      stage,
      percent,
      text,
      file: fileText(step, this.steps),
      remaining,
      ...extra,
    });
  }

  /** From the queue's estimate while files are pending, else from the elapsed time. */
  private estimateRemaining(elapsedMs: number, percent: number): string {
    const seconds = this.calls.secondsRemaining();
    return seconds === 0 ? timeRemaining(elapsedMs, percent) : remainingText(seconds);
  }

  private failRun(step: RunStep, failure: StepFailure<Reply>, error?: unknown): RunResult<Reply> {
    const { stage } = step;
    this.calls.report({ stage, percent: 0, text: failure.text, remaining: timeRemaining(0, 0) });
    // What the artist stopped is no failure, or was reported already.
    if (!failure.unconfirmed && !failure.cancelled)
      this.calls.onFailure({ stage, text: failure.text, error });
    return { ok: false, stage, ...failure };
  }
}

/**
 * Takes a submission through its stages (specification, section 4, "Submission run") and waits for
 * files that are still being sent. Ends with the first failure, which resets the progress to 0.
 * After a call without an answer it asks the server, and leaves the choice to the artist where the
 * draft is not recorded.
 * @param steps from {@link import("./submission-run").planRun}.
 */
export function runSubmission<Reply>(
  steps: readonly RunStep[],
  calls: RunCalls<Reply>,
): Promise<RunResult<Reply>> {
  return new SubmissionRun(steps, calls).run();
}
