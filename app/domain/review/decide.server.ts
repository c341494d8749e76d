import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import type { Brand } from "~/domain/mail/mail";
import { type MailOutcome, mailOutcomeOf } from "~/domain/mail/mail-outcome";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { type MailRules, mailStatements } from "~/domain/mail/outbox.server";
import { readStatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import { findReplacement, isReplacedSql } from "~/domain/submission/record/replacement.server";
import {
  hasSignedAgreement,
  SIGNED_ON_PAPER,
  unsignedSubmissions,
} from "~/domain/submission/record/signed-agreement.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { delayJobs } from "~/jobs/job-store.server";
import { addSeconds } from "~/platform/clock";
import type { Staff } from "~/platform/principal";
import { INVITED, needsAgreement, needsReason, statusLabel } from "~/reference/statuses";
import type { DeskDeps } from "./assign-item.server";
import { canAskForChanges, type Decision, decisionError, type ItemVersion } from "./decision";
import { decisionMail } from "./decision-mail";
import { findReviewItem } from "./queue.server";
import type { ReviewItem } from "./review-item";
import { answerOf, usesStatement } from "./saved-reasons.server";
import {
  boardJob,
  decidedTables,
  isLastSql,
  type LatestDecision,
  latestDecision,
} from "./status-history.server";
import { undoableStatements } from "./undo-decision.server";

/** The condition that a waiting-list entry was not invited; an invitation is its reply. */
const isNotInvited = (id: string) =>
  and(
    ne(decidedTables.waiting.status, INVITED),
    sql`NOT EXISTS (SELECT 1 FROM invitations WHERE waiting_list_id = ${id} AND deactivated_at IS NULL)`,
  );

/** Extra statements of a decision's batch, and the jobs they add. */
interface DecisionPart {
  jobIds: readonly string[];
  statements: readonly BatchItem<"sqlite">[];
  /** The account that may be created. */
  accountId?: string | undefined;
}

export interface DecideDeps extends DeskDeps {
  brand: Brand;
  mailRules: MailRules;
  /** Origin of the site, for links in mails. */
  site: string;
  hasBoard: boolean;
  /** Statements for the artist's account if the condition holds. */
  accountPart: (
    item: ReviewItem,
    decision: Decision,
    condition: SQL,
    now: Date,
  ) => Promise<DecisionPart>;
}

/**
 * `repeated`: the same person has just made the same decision; `changed`: somebody decided first;
 * `same`: it has that status already; `gone`: no such entry;
 * `unfit`: not a status of the waiting list; `not-next`: it cannot follow the current one; `invited`: an invitation was the reply; `unsigned`: no
 * signed agreement; `closed`: no changes can be asked for any more.
 */
export type DecisionResult =
  | {
      kind: "decided";
      jobIds: string[];
      /** Jobs of its mails, which wait. */
      heldJobIds: string[];
      accountId: string | undefined;
      mail: MailOutcome;
    }
  | { kind: "repeated"; mail: MailOutcome }
  | { kind: "changed"; last: LatestDecision }
  | { kind: "same" | "gone" | "unfit" | "invited" | "not-next" | "unsigned" | "closed" };

export interface Made {
  decision: Decision;
  /** What it was made on. */
  seen: ItemVersion;
  /** See `undo-decision.server.ts`. */
  isUndoable?: boolean;
  /** The saved reasons that were chosen for it. */
  reasonIds?: readonly string[];
}

/** The update of a decided item, if it is still as it was seen. It returns the row that it changed. */
function updateStatus(
  { db }: DecideDeps,
  { id, kind, email }: ReviewItem,
  { decision, seen }: Made,
  change: { at: string; entry: string },
) {
  const { status, onPaper, changes } = decision;
  const table = decidedTables[kind];
  const needsSignature = kind === "submission" && needsAgreement(status) && !onPaper;
  return db
    .update(table)
    .set({
      status,
      ...(kind === "submission" && { changesAskedAt: changes ? change.at : null }),
      statusHistory: sql`json_insert(${table.statusHistory}, '$[#]', json(${change.entry}))`,
      updatedAt: change.at,
    })
    .where(
      and(
        eq(table.id, id),
        eq(table.email, email),
        sql`json_array_length(${table.statusHistory}) = ${seen.revision}`,
        kind === "waiting" ? isNotInvited(id) : undefined,
        needsSignature ? hasSignedAgreement(id) : undefined,
        changes ? sql`NOT ${isReplacedSql}` : undefined,
      ),
    )
    .returning({ id: table.id });
}

/**
 * Sets a status in one batch with its history, the mail, the board's job and the audit entry. The update's
 * condition on the revision lets only one of two concurrent decisions pass; that on the address has
 * mail and account go to one that the artist has just corrected.
 * @param item its current state, for the mail.
 */
export async function decide(
  deps: DecideDeps,
  item: ReviewItem,
  made: Made,
  { by: actor, requestId }: AuditActor,
): Promise<DecisionResult> {
  const { seen, isUndoable = false, reasonIds = [] } = made;
  const { db, clock, ids, brand, site, mailRules, accountPart } = deps;
  const { id, kind } = item;
  const { status, reason, onPaper, changes } = made.decision;
  const error = decisionError(item, status);
  if (error) return { kind: error };
  if (changes && !canAskForChanges(item)) return { kind: "closed" };
  if (item.revision !== seen.revision) return changedResult(deps, item, made, actor);
  // Pending again takes a request for changes back.
  const isNew = changes || item.changesAskedAt !== null || item.status !== status;
  if (!isNew) return { kind: "same" };
  const now = clock();
  const [at, entryId] = [now.toISOString(), ids.next(now)];
  const answer = needsReason(status) ? await answerOf(db, reasonIds) : undefined;
  const decision = { ...made.decision, answer };
  const by = actor.name;
  const entry = { status, at, reason: reason || undefined, by, id: entryId, changes, answer };
  const isDecided = isLastSql(decidedTables[kind], id, entryId);
  const facts = (await readStatusMailFacts(db, [id])).get(id);
  const letter = decisionMail(item, decision, { brand, site }, facts);
  const mail = await mailStatements(db, letter, mailRules, { now, ids, when: isDecided });
  const account = await accountPart(item, decision, isDecided, now);
  const heldJobs = [mail.jobId, ...account.jobIds];
  const undoable = {
    ...{ id: entryId, itemId: id, staffId: actor.id, revision: seen.revision + 1 },
    ...{ jobIds: heldJobs, accountId: account.accountId },
  };
  const board = boardJob(deps, { submissionId: id, entryId, at: now, requestId }, isDecided);
  const label = changes ? "Changes wanted" : statusLabel(status);
  const detail = `${label}${reason ? `: ${reason}` : ""}`;
  const auditEntry = { id: ids.next(now), at: now, by: actor, subject: id, requestId };
  const paperEntry = { ...auditEntry, id: ids.next(now), action: SIGNED_ON_PAPER } as const;
  const isSignedOnPaper =
    kind === "submission" && needsAgreement(status) && onPaper
      ? sql`${isDecided} AND NOT ${hasSignedAgreement(id)}`
      : sql`FALSE`;
  const [changedRows, , mailRows] = await db.batch([
    updateStatus(deps, item, made, { at, entry: JSON.stringify(entry) }),
    auditStatement(db, { ...auditEntry, action: "status-set", detail }, isDecided),
    ...mail.statements,
    ...(isUndoable ? undoableStatements(db, undoable, isDecided, now) : []),
    ...account.statements,
    usesStatement(db, { decisionId: entryId, reasonIds }, isDecided, now),
    delayJobs(db, heldJobs, addSeconds(now, STATUS_MAIL_SECONDS), isDecided),
    auditStatement(db, paperEntry, isSignedOnPaper),
    ...board.statements,
  ]);
  if (changedRows.length === 0) {
    const current = await findReviewItem(db, id);
    if (current && current.email !== item.email)
      return decide(deps, current, made, { by: actor, requestId });
    const isReplaced = changes && (await findReplacement(db, id)) !== undefined;
    return isReplaced ? { kind: "closed" } : conflictResult(deps, item, made, actor);
  }
  const mailOutcome = mailOutcomeOf(mailRows[0]?.state);
  const mailJobs = mailOutcome === "unwanted" ? [] : [mail.jobId];
  return {
    kind: "decided",
    jobIds: board.jobIds,
    heldJobIds: [...mailJobs, ...account.jobIds],
    accountId: account.accountId,
    mail: mailOutcome,
  };
}

/** Why the update matched nothing: a concurrent decision, an invitation, or a missing agreement. */
async function conflictResult(
  deps: DecideDeps,
  item: ReviewItem,
  made: Made,
  actor: Staff,
): Promise<DecisionResult> {
  const { db } = deps;
  const { status, onPaper } = made.decision;
  const isRelease = item.kind === "submission" && needsAgreement(status);
  if (isRelease && !onPaper && (await unsignedSubmissions(db, [item.id])).has(item.id))
    return { kind: "unsigned" };
  const { waiting } = decidedTables;
  const isStillOpen =
    item.kind === "submission" ||
    (await db.$count(waiting, and(eq(waiting.id, item.id), isNotInvited(item.id)))) > 0;
  return isStillOpen ? changedResult(deps, item, made, actor) : { kind: "invited" };
}

/**
 * The answer to whoever came second. A form that was posted twice, as by Enter pressed twice, is no
 * conflict: its second post gets the answer of the first.
 */
async function changedResult(
  deps: DecideDeps,
  item: ReviewItem,
  { decision, seen }: Made,
  actor: Staff,
): Promise<DecisionResult> {
  const { revision, ...last } = await latestDecision(deps.db, item, actor);
  const isRepeated =
    last.isOwn &&
    last.undone === undefined &&
    revision === seen.revision + 1 &&
    last.status === decision.status &&
    (last.reason ?? "") === decision.reason &&
    last.changes === decision.changes;
  if (!isRepeated) return { kind: "changed", last };
  const seenItem = { ...item, revision: seen.revision };
  const { dedupeKey } = decisionMail(seenItem, decision, deps, undefined);
  const [letter] = await deps.db
    .select({ state: mailOutbox.state })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, dedupeKey));
  return { kind: "repeated", mail: mailOutcomeOf(letter?.state) };
}
