import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import * as v from "valibot";
import { MODE_NOT_STORED, MODE_UNREAD, modeNewsText, noteSchema } from "~/entry/submission-mode";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import { setMode } from "~/staff/set-mode.server";
import { NO_BUTTON, refusal } from "./refusal";

/** The mode as the form of its page had it, so that nobody overwrites what they have not seen. */
export interface ShownMode {
  mode: "open" | "closed" | "unread";
  note: string;
  /** Empty where nobody has ever set it. */
  at: string;
}

/** What a post that changed nothing sends back. */
export interface ModeReply {
  /** As typed. */
  note: string;
  error: string;
  /** As the posted form had it. */
  shown: ShownMode | undefined;
  /** A colleague has changed the mode since. */
  isConflict: boolean;
}

const shownSchema = v.object({
  shownMode: v.picklist(["open", "closed", "unread"]),
  shownNote: v.string(),
  shownAt: v.string(),
});

/** What the form had; undefined for a post that comes from no page. @throws Response 400 for none of ours. */
function readShown(fields: URLSearchParams): ShownMode | undefined {
  if (!fields.has("shownMode")) return undefined;
  const read = v.safeParse(shownSchema, Object.fromEntries(fields));
  if (!read.success) throw refusal(400, NO_BUTTON);
  const { shownMode: mode, shownNote: note, shownAt: at } = read.output;
  return { mode, note, at };
}

/**
 * Opens or closes submissions as a button of the page says, or saves the note alone.
 * @returns undefined where it is done. @throws Response 400 for a button that the page lacks.
 */
export async function modePost(
  portal: Portal,
  by: Staff,
  fields: URLSearchParams,
): Promise<{ reply: ModeReply; status: 400 | 409 | 503 } | undefined> {
  const typed = fields.get("note") ?? undefined;
  const shown = readShown(fields);
  const refusalOf = (error: string, isConflict = false) => ({
    ...{ note: typed ?? "", error, shown, isConflict },
  });
  const read = v.safeParse(v.optional(noteSchema), typed);
  if (!read.success) return { reply: refusalOf(read.issues[0].message), status: 400 };
  const intent = fields.get("intent");
  if (intent !== "open" && intent !== "close" && intent !== "save-note")
    throw refusal(400, NO_BUTTON);
  const isBlind = shown?.mode === "unread";
  // Whoever has not seen how it stands cannot leave it so.
  if (isBlind && intent === "save-note") return { reply: refusalOf(MODE_UNREAD), status: 503 };
  const seen =
    shown && !isBlind
      ? { submissionsEnabled: shown.mode === "open", note: shown.note, updatedAt: shown.at }
      : undefined;
  const submissionsEnabled = intent === "save-note" ? undefined : intent === "open";
  // An empty note on a page that could not read it is no note that somebody emptied.
  const note = isBlind && read.output === "" ? undefined : read.output;
  const { requestId } = portal.scope;
  const done = await setMode(portal, { submissionsEnabled, note, seen }, { by, requestId });
  if (done.kind === "changed")
    return { reply: refusalOf(modeNewsText(done.news, longTime), true), status: 409 };
  if (done.kind === "unread") return { reply: refusalOf(MODE_UNREAD), status: 503 };
  return done.kind === "set" ? undefined : { reply: refusalOf(MODE_NOT_STORED), status: 503 };
}
