import * as v from "valibot";
import { type AuditAction, readAuditLog } from "~/domain/access/staff/audit.server";
import {
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
import { auditEntryOf } from "~/session/audit-entry.server";
import {
  fieldErrorsReply,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
} from "./review-post-types.server";

/** The reply where a colleague changed the field after the form was opened. */
async function conflictReply(
  { portal, item }: ReviewPost,
  action: AuditAction,
  field: "artistNote" | "storeLinks",
  formState: Pick<ReviewReply, "values" | "seen">,
): Promise<ReviewPostResult> {
  const { rows } = await readAuditLog(portal.db, { action, subject: item.id }, 1);
  const errors = { [field]: invalidError(noteConflictText(rows[0], longTime)) };
  return { reply: { ...EMPTY_REVIEW_REPLY, ...formState, errors, isConflict: true }, status: 409 };
}

/** Sets the note for the artist; an empty one removes it. */
export async function noteForArtist(post: ReviewPost): Promise<ReviewPostResult> {
  const { portal, by: actor, item, fields } = post;
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
    now: portal.clock(),
    displayedNote: v.parse(displayedNoteSchema, displayedNote),
  };
  if (!(await setArtistNote(portal.db, item.id, change, auditEntryOf(portal, actor, auditEntry))))
    return conflictReply(post, auditEntry.action, "artistNote", replyBase);
  return { noticeCode: artistNote ? "artist-noted" : "artist-note-gone" };
}

/** Sets the store links; none if the field is empty. */
export async function storeLinks(post: ReviewPost): Promise<ReviewPostResult> {
  const { portal, by: actor, item, fields } = post;
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
  if (!(await setStoreLinks(portal.db, item.id, change, auditEntryOf(portal, actor, auditEntry))))
    return conflictReply(post, auditEntry.action, "storeLinks", replyBase);
  return { noticeCode: hrefs.length > 0 ? "stores-set" : "stores-gone" };
}

const NOT_PUBLISHED =
  "Nothing has changed. Only a release that was approved gets a page, and only once.";

/** Publishes or unpublishes the release's page. */
export async function publish(
  { portal, by: actor, item, fields }: ReviewPost,
  isPublished: boolean,
): Promise<ReviewPostResult> {
  const action = isPublished ? "release-published" : "release-unpublished";
  const auditStatement = auditEntryOf(portal, actor, { action, subject: item.id });
  const isChanged = await setPublished(
    portal.db,
    item.id,
    { isPublished, now: portal.clock() },
    auditStatement,
  );
  if (!isChanged) return reviewFailureReply(typedValues(fields), NOT_PUBLISHED);
  return { noticeCode: isPublished ? "published" : "unpublished" };
}
