import * as v from "valibot";
import { namesIn } from "~/domain/submission/music/music-edit";
import {
  type OfflinePage,
  queuePendingStep,
  readOfflineDraft,
} from "~/domain/submission/offline/offline-draft.client";
import {
  mergeStepAnswers,
  readOfflineForm,
  type SendDeps,
  sendPendingSteps,
} from "~/domain/submission/offline/offline-form.client";
import {
  type AnswerStep,
  pathAfter,
  stepBefore,
  stepIndex,
  steps,
} from "~/domain/submission/steps/steps";
import { createLocalCopy } from "~/forms/autosave/autosave-queue.client";
import { stopAutosave } from "~/forms/autosave/browser-autosave.client";
import { isFromSite, retryThroughOutages } from "~/platform/connection.client";
import { uploads } from "../upload/uploads.client";
import { setShowingUnsentStep } from "./offline-module";

// What the form's pages do while offline and on reconnecting; loaded only then.

const deps: SendDeps = {
  fetch: (input, init) => fetch(input, init),
  storage: () => localStorage,
  now: () => Date.now(),
  waitForFiles: () => uploads.allAnnounced(),
};

const text = v.fallback(v.string(), "");
/** Not the step's own schema, which would add to this script. */
const namesSchema = v.object({ artistName: text, firstName: text, surname: text });

/** The artist's names, including unsent input. */
function artistNames(draftId: string, savedAnswers: unknown) {
  const unsent = createLocalCopy(deps.storage, { draftId, step: "artist" }, deps.now).read()
    ?.unsent;
  const currentAnswers = (unsent ?? []).reduce<unknown>(
    (answers, fields) => mergeStepAnswers("artist", answers, fields, new Date()),
    savedAnswers,
  );
  const artist = v.safeParse(namesSchema, currentAnswers);
  return namesIn({ artist: artist.success ? artist.output : undefined });
}

/** A step's data as stored in this browser; undefined if there is none. */
export function readOfflineStep(step: AnswerStep) {
  const copy = readOfflineForm();
  if (!copy) return undefined;
  const { draftId, files, slotVersions, prefill } = copy;
  const { version, saved } = copy.steps[step] ?? { version: "new", saved: undefined };
  uploads.restore(draftId, files, slotVersions);
  return {
    page: { draftId, step, version },
    saved: typeof saved === "object" && saved !== null ? saved : undefined,
    completed: [...new Set([...copy.completed, ...copy.next])],
    files,
    slotVersions,
    prefill,
    // The stored page was rendered on another day.
    today: new Date().toISOString(),
    artist: artistNames(draftId, copy.steps.artist?.saved),
  };
}

/**
 * Goes on while offline and queues Next for later.
 * @returns the path to go to; undefined if this browser has nothing to show there.
 */
export function advanceOffline(page: OfflinePage, intent: string): string | undefined {
  const copy = readOfflineDraft();
  if (!navigator.serviceWorker?.controller || copy?.draftId !== page.draftId) return undefined;
  const { step } = page;
  if (intent === "back" && step !== "artist") {
    stopAutosave(page);
    return stepBefore(step).path;
  }
  if (intent !== "next" || !queuePendingStep(page.draftId, step)) return undefined;
  stopAutosave(page);
  return pathAfter(step, [...copy.completed, ...copy.next], location.href);
}

/** What a page of the form must do once the server can be reached again. */
export type ReconnectResult =
  | { action: "post"; path: string; fields: [string, string][] }
  | { action: "go"; path: string }
  | { action: "reload" }
  | { action: "stay" };

async function checkSite(signal: AbortSignal): Promise<void> {
  const reply = await fetch("/api/keep-alive", { cache: "no-store", signal });
  if (!reply.ok || !isFromSite(reply)) throw new Error(`HTTP status ${reply.status}`);
}

/** Waits for the connection, then sends pending steps. */
export async function resumeOnline(signal: AbortSignal): Promise<ReconnectResult> {
  const { passed, blocked: stuck } = await retryThroughOutages(async (attempt) => {
    await checkSite(attempt.signal);
    attempt.onProgress();
    const outcome = await sendPendingSteps(deps, attempt.signal);
    setShowingUnsentStep(outcome.blocked !== undefined);
    return outcome;
  }, signal);
  if (stuck) return { action: "post", ...stuck };
  // If the draft is gone, the page says so; a reload would drop the input.
  if ((await uploads.savePage()) === "refused") return { action: "stay" };
  const currentIndex = steps.findIndex(({ path }) => path === location.pathname);
  if (passed && currentIndex <= stepIndex(passed))
    return {
      action: "go",
      path: pathAfter(passed, readOfflineDraft()?.completed ?? [], location.href),
    };
  return { action: "reload" };
}
