import type { ReadMode, SubmissionMode } from "~/entry/submission-mode";
import { type Log, reasonOf } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { type AuditAction, lastNoteOfMode, writeDown } from "./audit.server";

/** What flipping the mode works with. */
export interface ModeDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  submissionMode: () => Promise<ReadMode>;
  storeMode: (mode: SubmissionMode) => Promise<void>;
}

function deedOf(before: ReadMode, wanted: boolean): AuditAction {
  if (!before.unread && before.submissionsEnabled === wanted) return "mode-noted";
  return wanted ? "mode-opened" : "mode-closed";
}

/**
 * Opens or closes submissions. KV has no part in a batch of D1, so it is written down before it is
 * done, and that it could not be done after that: the trail may say too much for a moment, and never
 * too little. Asked for what is so already, it does nothing.
 * @param wanted without a note, the one that stands stays; where KV cannot be read, the one that the
 * trail has.
 * @returns the mode from now on; undefined where KV does not take it, and nothing has changed.
 */
export async function setMode(
  { db, clock, ids, log, submissionMode, storeMode }: ModeDeps,
  wanted: { submissionsEnabled: boolean; note?: string },
  { by, requestId }: { by: Staff; requestId?: string },
): Promise<SubmissionMode | undefined> {
  const { submissionsEnabled } = wanted;
  const before = await submissionMode();
  const standing = before.unread ? await lastNoteOfMode(db) : before.note;
  const note = wanted.note ?? standing ?? "";
  const same = before.submissionsEnabled === submissionsEnabled && (before.note ?? "") === note;
  if (same && !before.unread) return before;
  const at = clock();
  const told = { at, by, requestId, detail: note };
  const action = deedOf(before, submissionsEnabled);
  await writeDown(db, { ...told, id: ids.next(at), action });
  const mode = {
    ...{ submissionsEnabled, updatedAt: at.toISOString(), updatedBy: by.name },
    ...(note && { note }),
  };
  try {
    await storeMode(mode);
  } catch (error) {
    const reason = reasonOf(error);
    log("error", "mode.not-stored", { reason });
    await writeDown(db, { ...told, id: ids.next(at), action: "mode-not-changed", detail: reason });
    return undefined;
  }
  log("info", submissionsEnabled ? "mode.opened" : "mode.closed");
  return mode;
}
