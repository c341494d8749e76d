import * as v from "valibot";
import { invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { longTime } from "~/platform/formats/dates";
import { type AuditAction, readAuditLog } from "~/staff/audit.server";
import { artistNoteSchema, noteConflictText, seenNoteSchema } from "~/staff/review/decision";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/staff/review/review-reply";
import {
  setArtistNote,
  setPublished,
  setStoreLinks,
} from "~/submission/record/published-releases.server";
import { storeLinksSchema } from "~/submission/record/store-links";
import { auditEntryOf } from "../audit-entry.server";
import {
  fieldErrorsReply,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
} from "./review-post-types.server";

/** The reply where a colleague changed the field after the form was opened. */
async function rewritten(
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
export async function noteForArtist(asking: ReviewPost): Promise<ReviewPostResult> {
  const { portal, by, item, fields } = asking;
  const values = { ...typedValues(fields), artistNote: fields.get("artistNote") ?? "" };
  const shownNote = fields.get("seen") ?? undefined;
  const replyBase = { values, ...(shownNote !== undefined && { seen: { artistNote: shownNote } }) };
  const note = v.safeParse(artistNoteSchema, values);
  if (!note.success)
    return fieldErrorsReply(values, schemaErrors(artistNoteSchema, values), replyBase);
  const { artistNote } = note.output;
  const deed = { action: "artist-note-written", subject: item.id, detail: artistNote } as const;
  const change = { note: artistNote, at: portal.clock(), seen: v.parse(seenNoteSchema, shownNote) };
  if (!(await setArtistNote(portal.db, item.id, change, auditEntryOf(portal, by, deed))))
    return rewritten(asking, deed.action, "artistNote", replyBase);
  return { said: artistNote ? "artist-noted" : "artist-note-gone" };
}

/** Sets the store links; none if the field is empty. */
export async function storeLinks(asking: ReviewPost): Promise<ReviewPostResult> {
  const { portal, by, item, fields } = asking;
  const values = { ...typedValues(fields), storeLinks: fields.get("storeLinks") ?? "" };
  const shownLinks = fields.get("seen") ?? undefined;
  const replyBase = {
    values,
    ...(shownLinks !== undefined && { seen: { storeLinks: shownLinks } }),
  };
  const result = v.safeParse(storeLinksSchema, values);
  if (!result.success)
    return fieldErrorsReply(values, schemaErrors(storeLinksSchema, values), replyBase);
  const { storeLinks: hrefs } = result.output;
  const deed = { action: "store-links-set", subject: item.id, detail: hrefs.join(" ") } as const;
  const change = { hrefs, seen: shownLinks?.split(/\s+/).filter(Boolean) };
  if (!(await setStoreLinks(portal.db, item.id, change, auditEntryOf(portal, by, deed))))
    return rewritten(asking, deed.action, "storeLinks", replyBase);
  return { said: hrefs.length > 0 ? "stores-set" : "stores-gone" };
}

const NOT_PUBLISHED =
  "Nothing has changed. Only a release that was approved gets a page, and only once.";

/** Publishes or unpublishes the release's page. */
export async function publish(
  { portal, by, item, fields }: ReviewPost,
  on: boolean,
): Promise<ReviewPostResult> {
  const action = on ? "release-published" : "release-unpublished";
  const deed = auditEntryOf(portal, by, { action, subject: item.id });
  const done = await setPublished(portal.db, item.id, { on, at: portal.clock() }, deed);
  if (!done) return reviewFailureReply(typedValues(fields), NOT_PUBLISHED);
  return { said: on ? "published" : "unpublished" };
}
