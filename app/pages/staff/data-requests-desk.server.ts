import { findByArtistId } from "~/artists/accounts.server";
import { readArtistId } from "~/artists/codes.server";
import { longDate, longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import {
  type ListedRequest,
  listRequests,
  requestDeletion,
  startDeletionNow,
} from "~/privacy/data-requests.server";
import { deletedLines, readReport, retainedDataLines } from "~/privacy/report";
import type { Portal } from "~/session/portal";
import { notesOf, writeNote } from "~/staff/review/assign-item.server";
import { auditEntryOf } from "../audit-entry.server";
import { mailDeletionNotice } from "../data-page.server";

/** How far a deletion has come. */
function stateOf({ cancelledAt, doneAt, startedAt, startsAt }: ListedRequest, now: string): string {
  if (cancelledAt) return `Taken back on ${longDate(cancelledAt)}`;
  if (doneAt) return `Done on ${longDate(doneAt)}`;
  if (startedAt) return "Under way";
  return startsAt <= now ? "Begins within five minutes" : `Begins on ${longDate(startsAt)}`;
}

/** Requests about data as the page for staff shows them. */
export async function requestsDesk({ db, clock }: Pick<Portal, "db" | "clock">) {
  const now = clock().toISOString();
  const { open, closed } = await listRequests(db);
  const shownRequest = async (request: ListedRequest) => {
    const { id, kind, artistId, readableId, name, createdAt, dueAt, doneAt, report } = request;
    const summary = readReport(report);
    const isDeletion = kind === "deletion";
    return {
      id,
      kind: isDeletion ? "Deletion" : "Download",
      askedOn: longDate(createdAt),
      who: [name, readableId ?? artistId].filter(Boolean).join(", "),
      state: stateOf(request, now),
      dueOn: longDate(dueAt),
      isLate: doneAt === null && request.cancelledAt === null && dueAt < now,
      waits: isDeletion && request.startedAt === null && request.startsAt > now,
      report:
        isDeletion && doneAt
          ? { deleted: deletedLines(summary), kept: retainedDataLines(summary) }
          : undefined,
      byHand: summary.byHand,
      notes: (isDeletion ? await notesOf(db, id) : []).map(
        ({ id: noteId, staffName, text, createdAt: at }) => ({
          id: noteId,
          by: staffName,
          text,
          at: longTime(at),
        }),
      ),
    };
  };
  return {
    open: await Promise.all(open.map(shownRequest)),
    over: await Promise.all(closed.map(shownRequest)),
  };
}

/** Has a deletion begin at once; in the trail with it. @returns whether it waited until now. */
export function beginNow(portal: Portal, by: Staff, requestId: string): Promise<boolean> {
  const deed = auditEntryOf(portal, by, { action: "deletion-brought-forward", subject: requestId });
  return startDeletionNow(portal.db, requestId, portal.clock(), deed);
}

/** Writes a note under a request that is open. @returns whether there is one, and a text. */
export async function noteRequest(
  portal: Portal,
  by: Staff,
  { requestId, text }: { requestId: string; text: string },
): Promise<boolean> {
  const { open } = await listRequests(portal.db);
  const words = text.trim().slice(0, 2_000);
  if (words === "" || !open.some(({ id }) => id === requestId)) return false;
  await writeNote(portal, requestId, words, { by, requestId: portal.scope.requestId });
  return true;
}

/**
 * Records a deletion for an artist who asked for it by another way, and tells them by mail.
 * @returns false where there is no such artist, or one is recorded already.
 */
export async function recordFor(portal: Portal, by: Staff, input: string): Promise<boolean> {
  const { db, clock, ids } = portal;
  const artistId = readArtistId(input);
  const account = artistId && (await findByArtistId(db, artistId));
  if (!account) return false;
  const now = clock();
  const id = ids.next(now);
  const extraStatement = auditEntryOf(portal, by, { action: "deletion-recorded", subject: id });
  const recorded = await requestDeletion(db, { id, artistId: account.id, now }, { extraStatement });
  if (recorded) await mailDeletionNotice(portal, account.id);
  return recorded;
}
