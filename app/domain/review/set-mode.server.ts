import {
  type AuditAction,
  type AuditActor,
  type AuditRow,
  auditStatement,
  modeAuditCountEquals,
  modeAuditState,
} from "~/domain/access/staff/audit.server";
import {
  type ModeConflict,
  normalizeNote,
  type ReadMode,
  type SeenMode,
  type SubmissionMode,
} from "~/domain/access/submission-mode";
import { errorReason, type Log } from "~/observability/log";
import type { Staff } from "~/platform/principal";
import type { DeskDeps } from "./assign-item.server";

interface ModeDeps extends DeskDeps {
  log: Log;
  entry: {
    mode: () => Promise<ReadMode>;
    storeMode: (mode: SubmissionMode) => Promise<void>;
  };
}

interface ModeChange {
  /** Undefined keeps the current mode. */
  submissionsEnabled: boolean | undefined;
  /** Undefined keeps the current note. */
  note?: string | undefined;
  /** The displayed mode; undefined to overwrite without a check. */
  seen?: SeenMode | undefined;
}

/**
 * `changed`: a colleague was first; `unread`: KV could not be read, so the mode cannot be kept;
 * `not-stored`: KV refused the write. Nothing was changed in any of these.
 */
type SetModeResult =
  | { kind: "set"; mode: SubmissionMode }
  | { kind: "changed"; conflict: ModeConflict }
  | { kind: "unread" }
  | { kind: "not-stored" };

/** KV may return old values for a minute; after this it is trusted. */
const KV_PROPAGATION_MS = 2 * 60_000;

const changeByAction: Partial<Record<string, ModeConflict["action"]>> = {
  "mode-opened": "opened",
  "mode-closed": "closed",
} satisfies Partial<Record<AuditAction, ModeConflict["action"]>>;

const toConflict = ({ action, staffName, createdAt }: AuditRow): ModeConflict => {
  return { action: changeByAction[action] ?? "noted", actorName: staffName, changedAt: createdAt };
};

function modeAction(
  storedMode: Pick<ReadMode, "unread" | "submissionsEnabled">,
  isEnabled: boolean,
): AuditAction {
  if (!storedMode.unread && storedMode.submissionsEnabled === isEnabled) return "mode-noted";
  return isEnabled ? "mode-opened" : "mode-closed";
}

/** Changes since the mode was displayed, from KV and, while KV may be stale, from the audit log. */
function findConflict(
  seenMode: SeenMode,
  storedMode: ReadMode,
  last: AuditRow | undefined,
  now: Date,
): ModeConflict | undefined {
  const { submissionsEnabled, updatedBy: actorName, updatedAt: changedAt } = storedMode;
  if (!storedMode.unread) {
    if (submissionsEnabled !== seenMode.submissionsEnabled)
      return { action: submissionsEnabled ? "opened" : "closed", actorName, changedAt };
    if (normalizeNote(storedMode.note ?? "") !== normalizeNote(seenMode.note))
      return { action: "noted", actorName, changedAt };
  }
  if (!last || seenMode.updatedAt === "" || last.createdAt <= seenMode.updatedAt) return undefined;
  const isFresh = now.getTime() - Date.parse(last.createdAt) < KV_PROPAGATION_MS;
  return storedMode.unread || isFresh ? toConflict(last) : undefined;
}

/**
 * The mode, if the last change is the posted one by the same person: their form was posted twice, as by
 * Enter pressed twice.
 */
function repeatedMode(
  seen: SeenMode,
  { submissionsEnabled = seen.submissionsEnabled, note = seen.note }: ModeChange,
  last: AuditRow | undefined,
  actor: Staff,
): SubmissionMode | undefined {
  const isRepeated =
    last?.staffId === actor.id &&
    last.createdAt > seen.updatedAt &&
    last.action === modeAction(seen, submissionsEnabled) &&
    (last.detail ?? "") === note;
  if (!isRepeated) return undefined;
  const { createdAt: updatedAt } = last;
  return { submissionsEnabled, updatedAt, updatedBy: actor.name, ...(note && { note }) };
}

/**
 * Opens or closes submissions, or changes the note. KV is outside D1's batch, so the audit entry is
 * written first, and another if KV fails. The entry's condition lets only one of two concurrent changes
 * pass. Setting the current state does nothing.
 * @param wantedMode without a note the current one stays; if KV cannot be read, the audit log's, which
 * an empty note does not replace.
 */
export async function setMode(
  { db, clock, ids, log, entry }: ModeDeps,
  change: ModeChange,
  { by: actor, requestId }: AuditActor,
): Promise<SetModeResult> {
  const { submissionsEnabled: requestedState, note: inputNote, seen } = change;
  const storedMode = await entry.mode();
  if (storedMode.unread && requestedState === undefined) return { kind: "unread" };
  const submissionsEnabled = requestedState ?? storedMode.submissionsEnabled;
  const { last, count: auditCount } = await modeAuditState(db);
  const now = clock();
  const conflict = seen && findConflict(seen, storedMode, last, now);
  const refuse = (found: ModeConflict, latest: AuditRow | undefined): SetModeResult => {
    const mode = seen && repeatedMode(seen, change, latest, actor);
    return mode ? { kind: "set", mode } : { kind: "changed", conflict: found };
  };
  if (conflict) return refuse(conflict, last);
  const currentNote = (storedMode.unread ? last?.detail : storedMode.note) ?? "";
  const isNoteUnknown = storedMode.unread && !seen && inputNote === "";
  const note = isNoteUnknown ? currentNote : (inputNote ?? currentNote);
  const isUnchanged =
    storedMode.submissionsEnabled === submissionsEnabled && (storedMode.note ?? "") === note;
  if (isUnchanged && !storedMode.unread) return { kind: "set", mode: storedMode };
  const auditFields = { at: now, by: actor, requestId, detail: note };
  const action = modeAction(storedMode, submissionsEnabled);
  const condition = seen && modeAuditCountEquals(auditCount);
  const auditRows = await auditStatement(
    db,
    { ...auditFields, id: ids.next(now), action },
    condition,
  ).returning();
  if (auditRows.length === 0) {
    const { last: latest } = await modeAuditState(db);
    const unknown = { action: "noted", actorName: undefined, changedAt: undefined } as const;
    return refuse(latest ? toConflict(latest) : unknown, latest);
  }
  const mode = {
    submissionsEnabled,
    updatedAt: now.toISOString(),
    updatedBy: actor.name,
    ...(note && { note }),
  };
  try {
    await entry.storeMode(mode);
  } catch (error) {
    const reason = errorReason(error);
    log("error", "mode.not-stored", { reason });
    const failure = { id: ids.next(now), action: "mode-not-changed", detail: reason } as const;
    await auditStatement(db, { ...auditFields, ...failure });
    return { kind: "not-stored" };
  }
  log("info", submissionsEnabled ? "mode.opened" : "mode.closed");
  return { kind: "set", mode };
}
