import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { findByArtistId } from "~/domain/artists/accounts.server";
import { readArtistId } from "~/domain/artists/codes.server";
import { mailDeletionNotice } from "~/domain/privacy/account-deletion.server";
import {
  type ListedRequest,
  listRequests,
  requestDeletion,
  startDeletionNow,
} from "~/domain/privacy/data-requests.server";
import { deletedLines, readReport, retainedDataLines } from "~/domain/privacy/report";
import { notesOf, writeNote } from "~/domain/review/assign-item.server";
import { longDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

function stateText({ cancelledAt, doneAt, startedAt, startsAt }: ListedRequest, now: string) {
  if (cancelledAt) return `Cancelled on ${longDate(cancelledAt)}`;
  if (doneAt) return `Done on ${longDate(doneAt)}`;
  if (startedAt) return "In progress";
  return startsAt <= now ? "Begins within five minutes" : `Begins on ${longDate(startsAt)}`;
}

export async function loadDataRequests({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = clock().toISOString();
  const { open, closed } = await listRequests(db);
  const toRequestView = async (request: ListedRequest) => {
    const { id, kind, artistId, readableId, name, createdAt, dueAt, doneAt, report } = request;
    const summary = readReport(report);
    const isDeletion = kind === "deletion";
    return {
      id,
      kind: isDeletion ? "Deletion" : "Download",
      askedOn: longDate(createdAt),
      who: [name, readableId ?? artistId].filter(Boolean).join(", "),
      state: stateText(request, now),
      dueOn: longDate(dueAt),
      isLate: doneAt === null && request.cancelledAt === null && dueAt < now,
      /** Whether it is waiting and can be carried out at once. */
      waits: isDeletion && request.startedAt === null && request.startsAt > now,
      report:
        isDeletion && doneAt
          ? { deleted: deletedLines(summary), kept: retainedDataLines(summary) }
          : undefined,
      byHand: summary.byHand,
      notes: (isDeletion ? await notesOf(db, id) : []).map(
        ({ id: noteId, staffName: by, text, createdAt: at }) => ({ id: noteId, by, text, at }),
      ),
    };
  };
  return {
    open: await Promise.all(open.map(toRequestView)),
    over: await Promise.all(closed.map(toRequestView)),
  };
}

/** Starts a deletion at once and records it in the audit log. @returns whether it was waiting. */
export function beginNow(context: AppContext, actor: Staff, requestId: string): Promise<boolean> {
  const auditStatement = auditEntryOf(context, actor, {
    action: "deletion-brought-forward",
    subject: requestId,
  });
  return startDeletionNow(context.db, requestId, context.clock(), auditStatement);
}

/** Adds a note to an open request. @returns whether the request is open and the text not empty. */
export async function noteRequest(
  context: AppContext,
  actor: Staff,
  { requestId, text }: { requestId: string; text: string },
): Promise<boolean> {
  const { open } = await listRequests(context.db);
  const noteText = text.trim().slice(0, 2_000);
  if (noteText === "" || !open.some(({ id }) => id === requestId)) return false;
  await writeNote(context, requestId, noteText, { by: actor, requestId: context.scope.requestId });
  return true;
}

/**
 * Records a deletion that an artist requested by another way, and mails the notice.
 * @returns false if there is no such artist, or a deletion is recorded already.
 */
export async function recordFor(context: AppContext, actor: Staff, input: string) {
  const { db, clock, ids } = context;
  const artistId = readArtistId(input);
  const account = artistId && (await findByArtistId(db, artistId));
  if (!account) return false;
  const now = clock();
  const id = ids.next(now);
  const auditStatement = auditEntryOf(context, actor, { action: "deletion-recorded", subject: id });
  const recorded = await requestDeletion(
    db,
    { id, artistId: account.id, now },
    { extraStatement: auditStatement },
  );
  if (recorded) await mailDeletionNotice(context, account.id);
  return recorded;
}
