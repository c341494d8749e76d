// What pages do for uploads before anything that sends is loaded: little enough for every page.

import * as v from "valibot";
import { hearDraftVersion } from "~/platform/draft-version.client";
import { readConflict, type SlotConflict } from "../slot-conflict";

/** Where in the browser's storage it is remembered which files are on their way. */
export const SAVED_UPLOADS_KEY = "uploads";

/** Whether this browser remembers any file on its way. */
export function hasSavedUploads(): boolean {
  try {
    return window.localStorage.getItem(SAVED_UPLOADS_KEY) !== null;
  } catch {
    return false;
  }
}

/** What the server is being told, by what it is about. */
const telling = new Map<string, Promise<unknown>>();
const CALL_MS = 15_000;
const RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;
const STORAGE = "/api/cloud-storage";

interface Answer {
  status: number;
  body: unknown;
}

/** Calls once. @returns undefined where nobody has answered, or only to ask to wait. */
async function callOnce(path: string, init: RequestInit): Promise<Answer | undefined> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), CALL_MS);
  try {
    const reply = await fetch(path, { ...init, keepalive: true, signal: stop.signal });
    hearDraftVersion(reply.headers, "files");
    if (reply.status === 429 || reply.status >= 500) return undefined;
    return { status: reply.status, body: await reply.json().catch(() => null) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Calls once for all that want the same at the same time. */
async function callShared<T>(name: string, call: () => Promise<T>): Promise<T> {
  const request = (telling.get(name) as Promise<T> | undefined) ?? call();
  telling.set(name, request);
  const answer = await request;
  if (telling.get(name) === request) telling.delete(name);
  return answer;
}

/**
 * Tells the server to forget an upload; resolves when it has answered, or cannot be reached. Best
 * effort: stale ones are swept anyway.
 */
export async function cancelOnServer(uploadId: string): Promise<void> {
  const path = `${STORAGE}/uploads/${uploadId}`;
  await callShared(path, () => callOnce(path, { method: "DELETE" }));
}

const changedSchema = v.object({ version: v.number() });

/** How a change of a slot has ended: the version it made, or what another tab or device put there. */
export type SlotChangeResult = { version: number } | { conflict: SlotConflict } | undefined;

/**
 * Has the server put a stored file into a slot, or empty it. Called until it has answered, since what
 * was sent for the slot may arrive at any moment.
 * @param change `uploadId`: the stored file; null empties the slot. `version`: the one that the page
 * shows. `ownChoices`: this tab's own whose answers it may not have heard.
 * @returns undefined where the draft is gone or submitted.
 */
export async function changeSlotOnServer(change: {
  draft: string;
  slot: string;
  uploadId: string | null;
  version: number;
  ownChoices: readonly string[];
}): Promise<SlotChangeResult> {
  const body = JSON.stringify(change);
  const init = { method: "PUT", body, headers: { "Content-Type": "application/json" } };
  const answer = await callShared(`${change.draft} ${change.slot} ${body}`, async () => {
    for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS)) {
      const reply = await callOnce(`${STORAGE}/slots`, init);
      if (reply) return reply;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  });
  const changed = v.safeParse(changedSchema, answer.body);
  if (answer.status === 200 && changed.success) return changed.output;
  const conflict = readConflict(answer.body);
  return conflict && { conflict };
}

/** Resolves once the server has heard of all that it is told. */
export async function cancellationsDone(): Promise<void> {
  await Promise.all(telling.values());
}

/** Saves what the page shows; resolves when it is known what has become of that. */
type Save = () => Promise<unknown>;

let save: Save | undefined;

/**
 * Has a page saved before a file of it is sent: the server takes files of saved tracks alone.
 * @returns what ends that.
 */
export function registerPageSave(how: Save): () => void {
  save = how;
  return () => {
    if (save === how) save = undefined;
  };
}

/**
 * Saves the page that is shown. A file that is not known then either is asked to wait. What is to be
 * forgotten is first: it may be the same file, in the same slot.
 * @returns what the page says has become of it.
 */
export async function savePage(): Promise<unknown> {
  await cancellationsDone();
  return save?.();
}
