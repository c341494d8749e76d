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

/** What flipping the mode works with. */
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

/** What is to be set. */
interface WantedMode {
  /** Undefined: as it stands. */
  submissionsEnabled: boolean | undefined;
  /** Undefined: the one that stands. */
  note?: string | undefined;
  /** The mode as it was shown to whoever asks; undefined where they overwrite whatever stands. */
  seen?: SeenMode | undefined;
}

/**
 * What came of it. `changed`: a colleague was faster, and nothing was done; `unread`: KV does not say
 * how the mode stands, which was to stay; `not-stored`: KV does not take it, and nothing has changed.
 */
type ModeSet =
  | { kind: "set"; mode: SubmissionMode }
  | { kind: "changed"; news: ModeConflict }
  | { kind: "unread" }
  | { kind: "not-stored" };

/** KV may tell for a minute what was so before; what is older than this it has heard of. */
const KV_HEARS_MS = 2 * 60_000;

const doneBy: Partial<Record<string, ModeConflict["action"]>> = {
  "mode-opened": "opened",
  "mode-closed": "closed",
} satisfies Partial<Record<AuditAction, ModeConflict["action"]>>;

const newsOf = ({
  action,
  staffName: actorName,
  createdAt: changedAt,
}: AuditRow): ModeConflict => ({
  action: doneBy[action] ?? "noted",
  actorName,
  changedAt,
});

function deedOf(before: ReadMode, wanted: boolean): AuditAction {
  if (!before.unread && before.submissionsEnabled === wanted) return "mode-noted";
  return wanted ? "mode-opened" : "mode-closed";
}

/** What has changed since the mode was shown, by KV and, where that may not have heard of it, by the trail. */
function newsSince(
  seenMode: SeenMode,
  before: ReadMode,
  last: AuditRow | undefined,
  now: Date,
): ModeConflict | undefined {
  const { submissionsEnabled, updatedBy: actorName, updatedAt: changedAt } = before;
  if (!before.unread) {
    if (submissionsEnabled !== seenMode.submissionsEnabled)
      return { action: submissionsEnabled ? "opened" : "closed", actorName, changedAt };
    if (tidyNote(before.note ?? "") !== tidyNote(seenMode.note))
      return { action: "noted", actorName, changedAt };
  }
  if (!last || seenMode.updatedAt === "" || last.createdAt <= seenMode.updatedAt) return undefined;
  const isFresh = now.getTime() - Date.parse(last.createdAt) < KV_HEARS_MS;
  return before.unread || isFresh ? newsOf(last) : undefined;
}

/**
 * Opens or closes submissions, or changes the note. KV has no part in a batch of D1, so it is written
 * down before it is done, and that it could not be done after that: the trail may say too much for a
 * moment, and never too little. Of two who have seen the same mode, the statement that writes it down
 * lets one. Asked for what is so already, it does nothing.
 * @param wantedMode without a note, the one that stands stays; where KV cannot be read, the one that the
 * trail has, which no empty one takes the place of that was typed without having seen it.
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
    const nobody = { action: "noted", actorName: undefined, changedAt: undefined } as const;
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
