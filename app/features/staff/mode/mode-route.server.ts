import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import {
  MODE_NOT_STORED,
  MODE_UNREAD,
  modeConflictText,
  noteSchema,
} from "~/domain/access/submission-mode";
import { setMode } from "~/domain/review/set-mode.server";
import { type FormReply, invalidError } from "~/forms/form-reply";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

/** The mode as the form displayed it, to detect conflicts; `at` is empty if it was never set. */
const displayedModeSchema = v.pipe(
  v.object({
    shownMode: v.picklist(["open", "closed", "unread"]),
    shownNote: v.string(),
    shownAt: v.string(),
  }),
  v.transform(({ shownMode: mode, shownNote: note, shownAt: at }) => ({ mode, note, at })),
);
export type DisplayedMode = v.InferOutput<typeof displayedModeSchema>;

interface ModeReply extends FormReply<{ note: string }> {
  displayed: DisplayedMode | undefined;
  isConflict: boolean;
}

/** Undefined for a post without a page. @throws Response 400 for an invalid form. */
function parseDisplayedMode(fields: URLSearchParams): DisplayedMode | undefined {
  if (!fields.has("shownMode")) return undefined;
  const result = v.safeParse(displayedModeSchema, Object.fromEntries(fields));
  if (!result.success) throw refusal(400, NO_BUTTON);
  return result.output;
}

/**
 * Opens or closes submissions, or saves the note alone.
 * @returns undefined when done. @throws Response 400 for an unknown button.
 */
export async function modePost(
  context: AppContext,
  actor: Staff,
  fields: URLSearchParams,
): Promise<{ reply: ModeReply; status: 400 | 409 | 503 } | undefined> {
  const noteText = fields.get("note") ?? undefined;
  const displayedMode = parseDisplayedMode(fields);
  const refused = (status: 400 | 409 | 503, error: string) => ({
    reply: {
      values: { note: noteText ?? "" },
      errors: { note: invalidError(error) },
      displayed: displayedMode,
      isConflict: status === 409,
    },
    status,
  });
  const noteResult = v.safeParse(v.optional(noteSchema), noteText);
  if (!noteResult.success) return refused(400, noteResult.issues[0].message);
  const intent = fields.get("intent");
  if (intent !== "open" && intent !== "close" && intent !== "save-note")
    throw refusal(400, NO_BUTTON);
  const isModeUnknown = displayedMode?.mode === "unread";
  // Saving only the note would confirm a mode that the page could not read.
  if (isModeUnknown && intent === "save-note") return refused(503, MODE_UNREAD);
  const seenMode =
    displayedMode && !isModeUnknown
      ? {
          submissionsEnabled: displayedMode.mode === "open",
          note: displayedMode.note,
          updatedAt: displayedMode.at,
        }
      : undefined;
  const submissionsEnabled = intent === "save-note" ? undefined : intent === "open";
  // A page that could not read the note posts an empty one; it must not delete the note.
  const note = isModeUnknown && noteResult.output === "" ? undefined : noteResult.output;
  const { requestId } = context.scope;
  const result = await setMode(
    context,
    { submissionsEnabled, note, seen: seenMode },
    { by: actor, requestId },
  );
  if (result.kind === "changed") return refused(409, modeConflictText(result.conflict, longTime));
  if (result.kind === "unread") return refused(503, MODE_UNREAD);
  return result.kind === "set" ? undefined : refused(503, MODE_NOT_STORED);
}

/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 16 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const mode = await context.entry.mode();
  const state = mode.submissionsEnabled ? "open" : "closed";
  const displayed: DisplayedMode = {
    mode: mode.unread ? "unread" : state,
    note: mode.note ?? "",
    at: mode.updatedAt ?? "",
  };
  return { ...mode, displayed };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const refusal = await modePost(context, actor, fields);
  if (refusal) return formErrorReply(context, refusal.reply, { status: refusal.status });
  return redirect("/staff/mode?saved");
}
