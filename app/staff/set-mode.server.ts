import {
  type ModeConflict,
  type ReadMode,
  type SeenMode,
  type SubmissionMode,
  tidyNote,
} from "~/entry/submission-mode";
import { errorReason, type Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import {
  type AuditAction,
  type AuditActor,
  type AuditRow,
  auditStatement,
  modeAuditCountEquals,
  modeAuditState,
} from "./audit.server";

interface ModeDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  entry: {
    mode: () => Promise<ReadMode>;
    storeMode: (mode: SubmissionMode) => Promise<void>;
  };
}

interface WantedMode {
  /** Undefined keeps the current mode. */
  submissionsEnabled: boolean | undefined;
  /** Undefined keeps the current note. */
  note?: string | undefined;
  /** The displayed mode; undefined to overwrite without a check. */
  seen?: SeenMode | undefined;
}

/**
 * `changed`: a colleague was first; `unread`: KV could not be read, so the mode cannot be kept;
 * `not-stored`: KV
 * refused the write. Nothing was changed in any of these.
 */
type ModeSet =
  | { kind: "set"; mode: SubmissionMode }
  | { kind: "changed"; news: ModeConflict }
  | { kind: "unread" }
  | { kind: "not-stored" };

/** KV may return old values for a minute; after this it is trusted. */
const KV_HEARS_MS = 2 * 60_000;

const doneBy: Partial<Record<string, ModeConflict["done"]>> = {
  "mode-opened": "opened",
  "mode-closed": "closed",
} satisfies Partial<Record<AuditAction, ModeConflict["done"]>>;

const newsOf = ({ action, staffName: by, createdAt: at }: AuditRow): ModeConflict => ({
  done: doneBy[action] ?? "noted",
  by,
  at,
});

function deedOf(before: ReadMode, wanted: boolean): AuditAction {
  if (!before.unread && before.submissionsEnabled === wanted) return "mode-noted";
  return wanted ? "mode-opened" : "mode-closed";
}

/** Changes since the mode was displayed, from KV and, while KV may be stale, from the audit log. */
function newsSince(
  seenMode: SeenMode,
  before: ReadMode,
  last: AuditRow | undefined,
  now: Date,
): ModeConflict | undefined {
  const { submissionsEnabled, updatedBy: by, updatedAt: at } = before;
  if (!before.unread) {
    if (submissionsEnabled !== seenMode.submissionsEnabled)
      return { done: submissionsEnabled ? "opened" : "closed", by, at };
    if (tidyNote(before.note ?? "") !== tidyNote(seenMode.note)) return { done: "noted", by, at };
  }
  if (!last || seenMode.updatedAt === "" || last.createdAt <= seenMode.updatedAt) return undefined;
  const isFresh = now.getTime() - Date.parse(last.createdAt) < KV_HEARS_MS;
  return before.unread || isFresh ? newsOf(last) : undefined;
}

/**
 * Opens or closes submissions, or changes the note. KV is outside D1's batch, so the audit entry is written
 * first, and another if KV fails. The entry's condition lets only one of two concurrent changes pass.
 * Setting
 * the current state does nothing.
 * @param wantedMode without a note the current one stays; if KV cannot be read, the audit log's, which an
 * empty
 * note does not replace.
 */
export async function setMode(
  { db, clock, ids, log, entry }: ModeDeps,
  { submissionsEnabled: goal, note: typedNote, seen }: WantedMode,
  { by, requestId }: AuditActor,
): Promise<ModeSet> {
  const before = await entry.mode();
  if (before.unread && goal === undefined) return { kind: "unread" };
  const submissionsEnabled = goal ?? before.submissionsEnabled;
  const { last, deeds } = await modeAuditState(db);
  const at = clock();
  const news = seen && newsSince(seen, before, last, at);
  if (news) return { kind: "changed", news };
  const standing = (before.unread ? last?.detail : before.note) ?? "";
  const isBlind = before.unread && !seen && typedNote === "";
  const note = isBlind ? standing : (typedNote ?? standing);
  const same = before.submissionsEnabled === submissionsEnabled && (before.note ?? "") === note;
  if (same && !before.unread) return { kind: "set", mode: before };
  const deedFacts = { at, by, requestId, detail: note };
  const action = deedOf(before, submissionsEnabled);
  const when = seen && modeAuditCountEquals(deeds);
  const deedRows = await auditStatement(
    db,
    { ...deedFacts, id: ids.next(at), action },
    when,
  ).returning();
  if (deedRows.length === 0) {
    const { last: faster } = await modeAuditState(db);
    const nobody = { done: "noted", by: undefined, at: undefined } as const;
    return { kind: "changed", news: faster ? newsOf(faster) : nobody };
  }
  const mode = {
    submissionsEnabled,
    updatedAt: at.toISOString(),
    updatedBy: by.name,
    ...(note && { note }),
  };
  try {
    await entry.storeMode(mode);
  } catch (error) {
    const reason = errorReason(error);
    log("error", "mode.not-stored", { reason });
    await auditStatement(db, {
      ...deedFacts,
      id: ids.next(at),
      action: "mode-not-changed",
      detail: reason,
    });
    return { kind: "not-stored" };
  }
  log("info", submissionsEnabled ? "mode.opened" : "mode.closed");
  return { kind: "set", mode };
}
