import { useCallback, useRef, useState } from "react";
import { retryThroughOutages, waitForRetry } from "~/platform/connection.client";
import { prepareRoute } from "~/platform/page-requests.client";
import { saveReceipt } from "~/submission/run/receipt.client";
import type { Progress, RunResult } from "~/submission/run/run-submission.client";
import type { RunContent } from "~/submission/run/submission-run";
import type { RefusedSubmit } from "~/submission/run/submit-calls.client";
import { retryWaiting, subscribe } from "~/uploads/sending/upload-queue.client";
import { useAnyUpload } from "../upload/use-upload";
import { useKeepAlive } from "../use-keep-alive";
import type { SubmissionRunModule } from "./submission-run-module";

const load = async () => (await import("./submission-run-module")).submissionRunModule;

/** Loads what runs, for a page where Submit may be pressed at any moment. */
export function prepareRun(): void {
  load().catch(() => undefined);
}

/** How often the server is asked what became of a draft while it does not answer. */
const LOOK_AGAIN_MS = 5_000;

/**
 * A submission run of this page. `start` resolves with its end, or with nothing when a run is under
 * way already. After a failure `progress` and its `Dialog` are gone; after a success they stay until the
 * page is left.
 * `choose` decides what a call without an answer leaves open; `goBack` ends a run whose record is
 * not being made yet, as the files go on.
 */
export function useSubmissionRun(draftId: string) {
  const [runView, setRunView] = useState<{
    progress: Progress;
    Dialog: SubmissionRunModule["Dialog"];
  }>();
  const progress = runView?.progress;
  const running = useRef(false);
  const resolveChoice = useRef((_: "again" | "stop") => {});
  const leaving = useRef<AbortController>();
  const sending = useAnyUpload();
  // While files are on their way, the frame of the step does it.
  useKeepAlive(progress !== undefined && !sending);

  const start = useCallback(
    async (form: FormData, content: RunContent): Promise<RunResult<RefusedSubmit> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      const run = new AbortController();
      leaving.current = run;
      const { signal } = run;
      // Whoever presses once more means that the files are to be tried once more, too.
      retryWaiting();
      try {
        const { submitRun, Dialog } = await retryThroughOutages(load);
        const result = await submitRun(form, content, {
          onReceipt: saveReceipt,
          onFileChange: subscribe,
          choose: (doubt) =>
            new Promise((resolve) => {
              if (signal.aborted) return resolve("stop");
              resolveChoice.current = resolve;
              if (doubt === "no-line")
                void waitForRetry(LOOK_AGAIN_MS).then(() => resolve("again"));
            }),
          // What is still answered once the artist has gone back says nothing any more.
          report: (news) => signal.aborted || setRunView({ progress: news, Dialog }),
          signal,
          draftId,
        });
        if (!result.ok) setRunView(undefined);
        return result;
      } finally {
        running.current = false;
      }
    },
    [draftId],
  );

  const choose = useCallback((wish: "again" | "stop") => resolveChoice.current(wish), []);
  const goBack = useCallback(() => {
    leaving.current?.abort();
    resolveChoice.current("stop");
  }, []);
  return { progress, Dialog: runView?.Dialog, start, choose, goBack };
}

/** The page after the record. */
export const SUCCESS = "/submit/success";
/** How long the move to it may take before it is loaded as a document, in milliseconds. */
const OPENING_MS = 3_000;

/** Has its scripts ready before anything is recorded. */
export function prepareSuccess(): void {
  void prepareRoute("routes/submit.success");
}

/** Moves to it; where that does not work, loads it as a document. */
export function openSuccess(navigate: (path: string) => void): void {
  const from = location.pathname;
  navigate(SUCCESS);
  setTimeout(async () => {
    // Without a connection the browser would only show its own error; the dialog says more.
    while (!navigator.onLine) await waitForRetry(OPENING_MS);
    if (location.pathname === from) location.assign(SUCCESS);
  }, OPENING_MS);
}
