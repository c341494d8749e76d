import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
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
import { NO_FIELDS } from "~/forms/form-reply";
import { longDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const PATH = "/staff/data-requests";

function stateText({ cancelledAt, doneAt, startedAt, startsAt }: ListedRequest, now: string) {
  if (cancelledAt) return `Cancelled on ${longDate(cancelledAt)}`;
  if (doneAt) return `Done on ${longDate(doneAt)}`;
  if (startedAt) return "In progress";
  return startsAt <= now ? "Begins within five minutes" : `Begins on ${longDate(startsAt)}`;
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db, clock } = context;
  const now = clock().toISOString();
  const { open, closed } = await listRequests(db);
  const toRequestView = async (request: ListedRequest) => {
    const { id, kind, artistId, readableId, name, createdAt, dueAt, doneAt, report } = request;
    const summary = readReport(report);
    const isDeletion = kind === "deletion";
    const isOver = doneAt !== null || request.cancelledAt !== null;
    return {
      id,
      isOver,
      kind: isDeletion ? "Deletion" : "Download",
      askedOn: longDate(createdAt),
      who: [name, readableId ?? artistId].filter(Boolean).join(", "),
      state: stateText(request, now),
      dueOn: longDate(dueAt),
      isLate: !isOver && dueAt < now,
      /** Whether it is waiting and can be carried out at once. */
      waits: isDeletion && request.startedAt === null && request.startsAt > now,
      report:
        isDeletion && doneAt
          ? { deleted: deletedLines(summary), kept: retainedDataLines(summary) }
          : undefined,
      byHand: summary.byHand,
      notes: isDeletion ? await notesOf(db, id) : [],
    };
  };
  return {
    open: await Promise.all(open.map(toRequestView)),
    over: await Promise.all(closed.map(toRequestView)),
  };
}

/** Starts a deletion at once and records it in the audit log. @returns whether it was waiting. */
function beginNow(context: AppContext, actor: Staff, requestId: string): Promise<boolean> {
  const auditStatement = auditEntryOf(context, actor, {
    action: "deletion-brought-forward",
    subject: requestId,
  });
  return startDeletionNow(context.db, requestId, context.clock(), auditStatement);
}

/** Adds a note to an open request. @returns whether the request is open and the text not empty. */
async function noteRequest(context: AppContext, actor: Staff, requestId: string, text: string) {
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
async function recordFor(context: AppContext, actor: Staff, input: string) {
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

const NOT_RECORDED =
  "There's no artist with that ID, or their deletion is already recorded. An ID looks like A-7K4P29.";

const NOT_NOTED = "Nothing was saved, because the note is empty or the request is over.";

/** Starts a deletion, adds a note, or records a deletion that was requested by another way. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, PATH);
  const value = (name: string) => fields.get(name) ?? "";
  const errorReply = (trouble: string) =>
    formErrorReply(context, { ...NO_FIELDS, trouble }, { status: 400 });
  switch (value("intent")) {
    case "now": {
      const isBegun = await beginNow(context, actor, value("request"));
      return redirect(`${PATH}?${isBegun ? "begins" : "over"}`);
    }
    case "note":
      return (await noteRequest(context, actor, value("request"), value("note")))
        ? redirect(`${PATH}?noted`)
        : errorReply(NOT_NOTED);
    default:
      return (await recordFor(context, actor, value("artist")))
        ? redirect(`${PATH}?recorded`)
        : errorReply(NOT_RECORDED);
  }
}
