import * as v from "valibot";
import type { AuditEntry } from "~/domain/access/staff/audit.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import {
  findPublished,
  setArtistNote,
  setPublished,
  setStoreLinks,
} from "~/domain/publishing/published-releases.server";
import { artistNoteSchema, displayedNoteSchema, noteConflictText } from "~/domain/review/decision";
import { EMPTY_REVIEW_REPLY, type NoticeCode } from "~/domain/review/review-reply";
import { storeLinksSchema } from "~/domain/submission/record/store-links";
import { invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import type { ExtraStatement } from "~/platform/database.server";
import {
  fieldErrorsReply,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
  unlessRepeated,
} from "./review-post-types.server";

interface FieldChange {
  action: AuditEntry["action"];
  detail: string;
  noticeCode: NoticeCode;
  /** @returns false if the field was changed after the form was opened. */
  save: (auditStatement: ExtraStatement) => Promise<boolean>;
}

/** Sets a field that the artist sees. @param toChange gets what was typed, and what the form displayed. */
async function setField<T>(
  post: ReviewPost,
  name: "artistNote" | "storeLinks",
  schema: v.GenericSchema<unknown, T>,
  toChange: (typed: T, displayed: string | undefined) => FieldChange,
): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const values = { ...typedValues(post), [name]: fields.get(name) ?? "" };
  const displayed = fields.get("seen") ?? undefined;
  const formState = { values, ...(displayed !== undefined && { seen: { [name]: displayed } }) };
  const typed = v.safeParse(schema, values);
  if (!typed.success) return fieldErrorsReply(post, schemaErrors(schema, values), formState);
  const { save, noticeCode, ...change } = toChange(typed.output, displayed);
  if (await save(auditEntryOf(context, by, { ...change, subject: item.id }))) return { noticeCode };
  return unlessRepeated(post, change, noticeCode, (last) => {
    const errors = { [name]: invalidError(noteConflictText(last)) };
    return {
      reply: { ...EMPTY_REVIEW_REPLY, ...formState, errors, isConflict: true },
      status: 409,
    };
  });
}

/** Sets the note for the artist; an empty one removes it. */
export const noteForArtist = (post: ReviewPost) =>
  setField(post, "artistNote", artistNoteSchema, ({ artistNote: note }, displayed) => ({
    action: "artist-note-written",
    detail: note,
    noticeCode: note ? "artist-noted" : "artist-note-gone",
    save: (auditStatement) => {
      const displayedNote = v.parse(displayedNoteSchema, displayed);
      const change = { note, displayedNote, now: post.context.clock() };
      return setArtistNote(post.context.db, post.item.id, change, auditStatement);
    },
  }));

/** Sets the store links; none if the field is empty. */
export const storeLinks = (post: ReviewPost) =>
  setField(post, "storeLinks", storeLinksSchema, ({ storeLinks: hrefs }, displayed) => ({
    action: "store-links-set",
    detail: hrefs.join(" "),
    noticeCode: hrefs.length > 0 ? "stores-set" : "stores-gone",
    save: (auditStatement) => {
      const change = { hrefs, displayedHrefs: displayed?.split(/\s+/).filter(Boolean) };
      return setStoreLinks(post.context.db, post.item.id, change, auditStatement);
    },
  }));

const NOT_PUBLISHED =
  "Nothing has changed. Only a release that was approved gets a page, and only once.";

/** Publishes or unpublishes the release's page. */
export async function publish(post: ReviewPost, isPublished: boolean): Promise<ReviewPostResult> {
  const { context, by, item } = post;
  const action = isPublished ? "release-published" : "release-unpublished";
  const noticeCode = isPublished ? "published" : "unpublished";
  const auditStatement = auditEntryOf(context, by, { action, subject: item.id });
  const change = { isPublished, now: context.clock() };
  if (await setPublished(context.db, item.id, change, auditStatement)) return { noticeCode };
  const refused = reviewFailureReply(post, NOT_PUBLISHED);
  const isSoAlready = ((await findPublished(context.db, item.id)) !== undefined) === isPublished;
  return isSoAlready ? unlessRepeated(post, { action }, noticeCode, () => refused) : refused;
}
