import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import * as v from "valibot";
import { statusLabel } from "~/board/board-labels";
import { schemaErrors } from "~/forms/schema-errors";
import { shownAddresses } from "~/mail/letter-address.server";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import { decisionMail } from "~/staff/review/decide.server";
import {
  artistNoteSchema,
  conflictText,
  decisionSchema,
  noteSchema,
} from "~/staff/review/decision";
import { giveItemBack, takeItem, writeNote } from "~/staff/review/desk.server";
import type { ReviewItem } from "~/staff/review/review-item";
import { NOTHING_TYPED, type ReviewReply, type Said } from "~/staff/review/review-reply";
import { leaveNote, setPublished, setStoreLinks } from "~/submission/record/published.server";
import { storeLinksSchema } from "~/submission/record/store-links";
import { deedOf } from "./deed-of.server";
import { hearTrack } from "./hear-track.server";
import { notAgainTexts } from "./not-again-texts";
import { NO_BUTTON, refusal } from "./refusal";
import { decideItem } from "./review-desk.server";
import { runJobAgain } from "./run-job-again.server";

/** What came of a post: the word that the page says, or a reply to be shown. */
export type Posted = { said: Said } | { reply: ReviewReply; status: 400 | 409 | 200 };

interface Asking {
  portal: Portal;
  by: Staff;
  item: ReviewItem;
  fields: URLSearchParams;
}

const typed = (fields: URLSearchParams): ReviewReply["values"] => ({
  status: fields.get("status") ?? "",
  reason: fields.get("reason") ?? "",
  note: fields.get("note") ?? "",
});

const trouble = (values: ReviewReply["values"], text: string): Posted => ({
  reply: { ...NOTHING_TYPED, values, trouble: text },
  status: 409,
});

/** Shows the mail that a decision would send, or makes the decision. */
async function decision({ portal, by, item, fields }: Asking, isMade: boolean): Promise<Posted> {
  const values = typed(fields);
  const read = v.safeParse(decisionSchema, values);
  if (!read.success) {
    const errors = schemaErrors(decisionSchema, values);
    return { reply: { ...NOTHING_TYPED, values, errors }, status: 400 };
  }
  const { output: wanted } = read;
  if (!isMade) {
    const { db, site, mail } = portal;
    const { subject, text } = decisionMail(item, wanted, { brand: mail.brand, site });
    const to = (await shownAddresses(db, [item]))(item);
    return { reply: { ...NOTHING_TYPED, values, preview: { subject, text, to } }, status: 200 };
  }
  const revision = Number(fields.get("revision") ?? Number.NaN);
  const made = await decideItem(portal, by, {
    decision: wanted,
    seen: { id: item.id, revision: Number.isInteger(revision) ? revision : -1 },
  });
  if (made.kind === "decided") return { said: "decided" };
  if (made.kind === "same")
    return trouble(values, `This is ${statusLabel(wanted.status)} already. Nothing was sent.`);
  if (made.kind === "gone") throw refusal(404, NO_ENTRY);
  const last = { ...made.last, status: statusLabel(made.last.status) };
  return trouble(values, conflictText(last, longTime));
}

const TAKEN = "A colleague took this just before you. Look again before you take it over.";
const NOT_YOURS = "This isn't yours any more, so there's nothing to give back.";
const NO_TRACK = "Nothing was measured: this track isn't in storage.";
/** Of an address that names no entry. */
export const NO_ENTRY = "There's no submission at this address.";

/** Leaves the artist a note, or takes it away with an empty one. */
async function noteForArtist({ portal, by, item, fields }: Asking): Promise<Posted> {
  const { db, clock } = portal;
  const values = { ...typed(fields), artistNote: fields.get("artistNote") ?? "" };
  const note = v.safeParse(artistNoteSchema, values);
  if (!note.success) {
    const errors = schemaErrors(artistNoteSchema, values);
    return { reply: { ...NOTHING_TYPED, values, errors }, status: 400 };
  }
  const { artistNote } = note.output;
  const deed = { action: "artist-note-written", subject: item.id, detail: artistNote } as const;
  await leaveNote(db, item.id, { note: artistNote, at: clock() }, deedOf(portal, by, deed));
  return { said: artistNote ? "artist-noted" : "artist-note-gone" };
}

/** Says where the release is heard, or that nobody knows, with nothing typed. */
async function storeLinks({ portal, by, item, fields }: Asking): Promise<Posted> {
  const values = { ...typed(fields), storeLinks: fields.get("storeLinks") ?? "" };
  const read = v.safeParse(storeLinksSchema, values);
  if (!read.success) {
    const errors = schemaErrors(storeLinksSchema, values);
    return { reply: { ...NOTHING_TYPED, values, errors }, status: 400 };
  }
  const { storeLinks: links } = read.output;
  const deed = { action: "store-links-set", subject: item.id, detail: links.join(" ") } as const;
  await setStoreLinks(portal.db, item.id, links, deedOf(portal, by, deed));
  return { said: links.length > 0 ? "stores-set" : "stores-gone" };
}

const NOT_PUBLISHED =
  "Nothing has changed. Only a release that was approved gets a page, and only once.";

/** Shows the release to everybody, or takes its page away. */
async function publish({ portal, by, item, fields }: Asking, on: boolean): Promise<Posted> {
  const action = on ? "release-published" : "release-unpublished";
  const deed = deedOf(portal, by, { action, subject: item.id });
  const done = await setPublished(portal.db, item.id, { on, at: portal.clock() }, deed);
  if (!done) return trouble(typed(fields), NOT_PUBLISHED);
  return { said: on ? "published" : "unpublished" };
}

/** Does what a button on the page of an entry asks for. @throws Response 400 for a button it lacks. */
export async function reviewPost(asking: Asking): Promise<Posted> {
  const { portal, by, item, fields } = asking;
  const values = typed(fields);
  const { requestId } = portal.scope;
  const doing = { by, requestId };
  switch (fields.get("intent")) {
    case "preview":
      return decision(asking, false);
    case "set":
      return decision(asking, true);
    case "change":
      return { reply: { ...NOTHING_TYPED, values }, status: 200 };
    case "take":
      return (await takeItem(portal, item.id, fields.get("from") || undefined, doing))
        ? { said: "taken" }
        : trouble(values, TAKEN);
    case "give-back":
      return (await giveItemBack(portal, item.id, doing))
        ? { said: "given-back" }
        : trouble(values, NOT_YOURS);
    case "note": {
      const note = v.safeParse(noteSchema, values);
      if (!note.success)
        return {
          reply: { ...NOTHING_TYPED, values, errors: schemaErrors(noteSchema, values) },
          status: 400,
        };
      await writeNote(portal, item.id, note.output.note, doing);
      return { said: "noted" };
    }
    case "artist-note":
      return noteForArtist(asking);
    case "store-links":
      return storeLinks(asking);
    case "publish":
    case "unpublish":
      return publish(asking, fields.get("intent") === "publish");
    case "listen":
      return (await hearTrack(portal, by, fields.get("upload") ?? "")) === undefined
        ? trouble(values, NO_TRACK)
        : { said: "heard" };
    case "run-again": {
      const id = (fields.get("job") ?? "").slice(0, 64);
      const mayArriveTwice = fields.has("mayArriveTwice");
      const why = await runJobAgain(portal, id, { by, mayArriveTwice });
      if (why === undefined) return { said: "run-again" };
      const job = { id, text: notAgainTexts[why], ask: why === "may-have-arrived" };
      return { reply: { ...NOTHING_TYPED, values, job }, status: 409 };
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}
