import type {
  CallOutcome,
  FileState,
  Progress,
  RunCalls,
  RunFailure,
} from "~/domain/submission/run/run-submission.client";
import { runSubmission } from "~/domain/submission/run/run-submission.client";
import { planRun, type RunContent } from "~/domain/submission/run/submission-run";

export const storedFile: FileState = { done: true, fraction: 1 };
export const sending = (fraction: number): FileState => ({ done: false, fraction });
export const failedFile = (reason: string): FileState => ({
  done: false,
  fraction: 0.4,
  failed: reason,
});
const success: CallOutcome<never> = { ok: true };

export const singleRunContent: RunContent = {
  tracks: [{ slot: "track", title: "Dawn" }],
  artwork: "artwork",
  customArtwork: [],
  hasClips: false,
};
export const fullRunContent: RunContent = {
  tracks: [
    { slot: "t1", title: "Dawn" },
    { slot: "t2", title: "Dusk" },
  ],
  artwork: "artwork",
  customArtwork: [{ slot: "c1", title: "Dusk" }],
  hasClips: true,
};

/** Runs a submission run to its end. Files change one after the other, whenever the run waits for them. */
export async function runToEnd<Reply = string>(
  content: RunContent,
  changes: [slot: string, state: FileState][] = [],
  calls: Partial<RunCalls<Reply>> = {},
) {
  const steps: (number | string)[] = [];
  const reports: Progress[] = [];
  const failures: RunFailure[] = [];
  const files = new Map(changes.map(([slot]) => [slot, sending(0)]));
  const pendingChanges = [...changes];
  let time = 0;
  let listener: (() => void) | undefined;
  let hasEnded = false;
  const ending = runSubmission<Reply>(planRun(content), {
    check: async () => {
      steps.push("check");
      return success;
    },
    record: async () => {
      steps.push("record");
      return success;
    },
    isRecorded: async () => {
      steps.push("asked");
      return false;
    },
    choose: async (unconfirmed) => {
      steps.push(unconfirmed);
      return "stop";
    },
    secondsRemaining: () => 0,
    signal: new AbortController().signal,
    fileState: (slot) => files.get(slot) ?? storedFile,
    onFileChange: (listen) => {
      listener = listen;
      return () => {
        listener = undefined;
      };
    },
    sleep: async (ms) => {
      steps.push(`${ms} ms`);
      time += ms;
    },
    now: () => time,
    report: (progress) => {
      steps.push(progress.percent);
      reports.push(progress);
    },
    onFailure: (failure) => void failures.push(failure),
    ...calls,
  }).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    // All pending promises first; then the run waits for a file.
    await new Promise((resolve) => setImmediate(resolve));
    const [slot, state] = pendingChanges.shift() ?? [];
    if (hasEnded || !slot || !state) continue;
    files.set(slot, state);
    listener?.();
  }
  return { result: await ending, steps, reports, failures, listening: listener !== undefined };
}
