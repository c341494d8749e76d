import * as v from "valibot";
import type { AuditAction } from "~/domain/access/staff/audit.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import {
  findPublished,
  setArtistNote,
  setPublished,
  setStoreLinks,
} from "~/domain/publishing/published-releases.server";
import { artistNoteSchema, displayedNoteSchema, noteConflictText } from "~/domain/review/decision";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import { storeLinksSchema } from "~/domain/submission/record/store-links";
import { invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { longTime } from "~/platform/formats/dates";
import {
  fieldErrorsReply,
  isRepeated,
  lastChange,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
} from "./review-post-types.server";

/** The reply where the field was changed after the form was opened. */
async function conflictReply(
  post: ReviewPost,
  { action, detail }: { action: AuditAction; detail: string },
  field: "artistNote" | "storeLinks",
  formState: Pick<ReviewReply, "values" | "seen"> & { notice: ReviewPostResult },
): Promise<ReviewPostResult> {
  const { notice, ...shown } = formState;
  const last = await lastChange(post, action);
  if (isRepeated(post, last, detail)) return notice;
  const errors = { [field]: invalidError(noteConflictText(last, longTime)) };
  return { reply: { ...EMPTY_REVIEW_REPLY, ...shown, errors, isConflict: true }, status: 409 };
}

/** Sets the note for the artist; an empty one removes it. */
export async function noteForArtist(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by: actor, item, fields } = post;
  const values = { ...typedValues(fields), artistNote: fields.get("artistNote") ?? "" };
  const displayedNote = fields.get("seen") ?? undefined;
  const replyBase = {
    values,
    ...(displayedNote !== undefined && { seen: { artistNote: displayedNote } }),
  };
  const note = v.safeParse(artistNoteSchema, values);
  if (!note.success)
    return fieldErrorsReply(values, schemaErrors(artistNoteSchema, values), replyBase);
  const { artistNote } = note.output;
  const auditEntry = {
    action: "artist-note-written",
    subject: item.id,
    detail: artistNote,
  } as const;
  const change = {
    note: artistNote,
    now: context.clock(),
    displayedNote: v.parse(displayedNoteSchema, displayedNote),
  };
  const notice = { noticeCode: artistNote ? "artist-noted" : "artist-note-gone" } as const;
  const entry = auditEntryOf(context, actor, auditEntry);
  return (await setArtistNote(context.db, item.id, change, entry))
    ? notice
    : conflictReply(post, auditEntry, "artistNote", { ...replyBase, notice });
}

/** Sets the store links; none if the field is empty. */
export async function storeLinks(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by: actor, item, fields } = post;
  const values = { ...typedValues(fields), storeLinks: fields.get("storeLinks") ?? "" };
  const displayedLinks = fields.get("seen") ?? undefined;
  const replyBase = {
    values,
    ...(displayedLinks !== undefined && { seen: { storeLinks: displayedLinks } }),
  };
  const result = v.safeParse(storeLinksSchema, values);
  if (!result.success)
    return fieldErrorsReply(values, schemaErrors(storeLinksSchema, values), replyBase);
  const { storeLinks: hrefs } = result.output;
  const auditEntry = {
    action: "store-links-set",
    subject: item.id,
    detail: hrefs.join(" "),
  } as const;
  const change = { hrefs, displayedHrefs: displayedLinks?.split(/\s+/).filter(Boolean) };
  const notice = { noticeCode: hrefs.length > 0 ? "stores-set" : "stores-gone" } as const;
  const entry = auditEntryOf(context, actor, auditEntry);
  return (await setStoreLinks(context.db, item.id, change, entry))
    ? notice
    : conflictReply(post, auditEntry, "storeLinks", { ...replyBase, notice });
}

const NOT_PUBLISHED =
  "Nothing has changed. Only a release that was approved gets a page, and only once.";

/** Publishes or unpublishes the release's page. */
export async function publish(post: ReviewPost, isPublished: boolean): Promise<ReviewPostResult> {
  const { context, by: actor, item, fields } = post;
  const action = isPublished ? "release-published" : "release-unpublished";
  const auditStatement = auditEntryOf(context, actor, { action, subject: item.id });
  const isChanged = await setPublished(
    context.db,
    item.id,
    { isPublished, now: context.clock() },
    auditStatement,
  );
  const isSoAlready = async () =>
    ((await findPublished(context.db, item.id)) !== undefined) === isPublished &&
    isRepeated(post, await lastChange(post, action));
  if (!isChanged && !(await isSoAlready()))
    return reviewFailureReply(typedValues(fields), NOT_PUBLISHED);
  return { noticeCode: isPublished ? "published" : "unpublished" };
}
