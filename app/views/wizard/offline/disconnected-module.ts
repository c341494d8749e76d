import * as v from "valibot";
import { createLocalCopy } from "~/forms/autosave/autosave-copy.client";
import { stopAutosave } from "~/forms/autosave/browser-autosave.client";
import { isFromSite, retryThroughOutages } from "~/platform/connection.client";
import { namesIn } from "~/submission/music/music-edit";
import {
  type OfflinePage,
  queueNextPress,
  readOfflineDraft,
} from "~/submission/offline/offline-draft.client";
import { readOfflineForm } from "~/submission/offline/offline-form.client";
import {
  mergeStepAnswers,
  type SendDeps,
  sendPendingSteps,
} from "~/submission/offline/pending-steps.client";
import { type AnswerStep, pathAfter, stepBefore, stepIndex, steps } from "~/submission/steps/steps";
import { savePage } from "~/uploads/sending/page-uploads.client";
import { allRegistered, restore } from "~/uploads/sending/upload-queue.client";
import { setShowingUnsentStep } from "./offline-module";

// What pages of the form do without a connection, and when it is back; loaded only then.

const deps: SendDeps = {
  fetch: (input, init) => fetch(input, init),
  storage: () => localStorage,
  now: () => Date.now(),
  waitForFiles: allRegistered,
};

const text = v.fallback(v.string(), "");
/** Not the step's own schema: its page would have to load that in a script of its own. */
const namesSchema = v.object({ artistName: text, firstName: text, surname: text });

/** The artist's names as they were last typed. */
function artistNames(draftId: string, savedAnswers: unknown) {
  const unsent = createLocalCopy(deps.storage, { draftId, step: "artist" }, deps.now).read()
    ?.unsent;
  const typedAnswers = (unsent ?? []).reduce<unknown>(
    (answers, fields) => mergeStepAnswers("artist", answers, fields, new Date()),
    savedAnswers,
  );
  const artist = v.safeParse(namesSchema, typedAnswers);
  return namesIn({ artist: artist.success ? artist.output : undefined });
}

/** What this browser keeps of a step, for its page; undefined where it keeps no form. */
export function readOfflineStep(step: AnswerStep) {
  const copy = readOfflineForm();
  if (!copy) return undefined;
  const { draftId, files, prefill } = copy;
  const { version, saved } = copy.steps[step] ?? { version: "new", saved: undefined };
  restore(draftId, files);
  return {
    page: { draftId, step, version },
    saved,
    completed: [...new Set([...copy.completed, ...copy.next])],
    files,
    prefill,
    // The pages that are kept were made on another day.
    today: new Date().toISOString(),
    artist: artistNames(draftId, copy.steps.artist?.saved),
  };
}

/**
 * Goes on without a connection: keeps the press for later.
 * @returns where it leads; undefined where this browser keeps nothing that could be shown there.
 */
export function advanceOffline(page: OfflinePage, intent: string): string | undefined {
  const copy = readOfflineDraft();
  if (!navigator.serviceWorker?.controller || copy?.draftId !== page.draftId) return undefined;
  const { step } = page;
  if (intent === "back" && step !== "artist") {
    stopAutosave(page);
    return stepBefore(step).path;
  }
  if (intent !== "next" || !queueNextPress(page.draftId, step)) return undefined;
  stopAutosave(page);
  return pathAfter(step, [...copy.completed, ...copy.next], location.href);
}

/** What a page of the form is to do once the label is reached again. */
export type ReconnectResult =
  | { does: "post"; path: string; fields: [string, string][] }
  | { does: "go"; path: string }
  | { does: "reload" }
  | { does: "stay" };

/** Asks the label for a sign of life. */
async function reach(signal: AbortSignal): Promise<void> {
  const reply = await fetch("/api/keep-alive", { cache: "no-store", signal });
  if (!reply.ok || !isFromSite(reply)) throw new Error(`HTTP status ${reply.status}`);
}

/**
 * Waits until the label can be reached, and sends what waits. Meanwhile the page says that the line
 * is gone.
 */
export async function resumeOnline(signal: AbortSignal): Promise<ReconnectResult> {
  const { passed, blocked: stuck } = await retryThroughOutages(async (attempt) => {
    await reach(attempt.signal);
    attempt.onProgress();
    const outcome = await sendPendingSteps(deps, attempt.signal);
    setShowingUnsentStep(outcome.blocked !== undefined);
    return outcome;
  }, signal);
  if (stuck) return { does: "post", ...stuck };
  // Where the draft is gone the page says so; loaded anew it would take away what was typed.
  if ((await savePage()) === "refused") return { does: "stay" };
  const here = steps.findIndex(({ path }) => path === location.pathname);
  if (passed && here <= stepIndex(passed))
    return {
      does: "go",
      path: pathAfter(passed, readOfflineDraft()?.completed ?? [], location.href),
    };
  return { does: "reload" };
}
