import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { WAITING_PATH } from "~/domain/access/submission-mode";
import { startToken } from "~/domain/bot/start-token.server";
import { cityHints } from "~/domain/submission/steps/city-hints.server";
import { spotifyIntent } from "~/domain/submission/steps/spotify-intent";
import { isBegun } from "~/domain/submission/steps/task-list";
import { readForm } from "~/forms/read-form";
import { lookUpProfile } from "~/integrations/spotify/look-up-profile.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { readDraft } from "~/session/require-draft.server";
import type { JoinReply } from "./join-form";
import { join, joinedPath, WAITING_FORM } from "./join-waiting-list.server";

/** Generous, so that a text that is too long gets an error at its field. */
const MAX_BYTES = 512 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { submissionsEnabled, note } = await context.entry.mode();
  const draft = await readDraft(request, context);
  const foundDraft = typeof draft === "object" ? draft : undefined;
  const { artist } = foundDraft?.answers ?? {};
  const now = context.clock();
  return {
    isOpen: submissionsEnabled,
    note,
    hasDraft: Boolean(
      foundDraft && !foundDraft.submitted && isBegun({ ...foundDraft, hasFiles: false }),
    ),
    saved: artist ?? {},
    start: await startToken(context.settings.SIGNING_SECRET, WAITING_FORM, now),
    cities: cityHints(artist?.country ?? ""),
  };
}

/** Joins the list, or handles a button of the Spotify section without script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields: postedFields } = await readSmallForm(request, WAITING_PATH, MAX_BYTES);
  const fields = [...postedFields];
  const values = readForm(fields.filter(([name]) => name !== "intent"));
  const base: JoinReply = { values, errors: {}, summary: [] };
  const lookup = spotifyIntent(postedFields.get("intent") ?? "");
  if (lookup) {
    const canLookUp = async () => (await context.scope.limitCall("lookups")) === undefined;
    const lookupResult = await lookUpProfile(lookup, values, { ...context, canLookUp });
    return data({ ...base, values: lookupResult.values, spotify: lookupResult.answer });
  }
  const result = await join(request, context, fields);
  if (result.ok) return redirect(joinedPath(result.entry));
  const { status } = result;
  switch (result.refused) {
    case "invalid":
      return formErrorReply(
        context,
        { ...base, errors: result.errors, summary: result.summary },
        { status },
      );
    case "visitor": {
      const { text: visitorText, pressAgain } = result;
      return formErrorReply(context, { ...base, visitorText, pressAgain }, { status });
    }
    default:
      return formErrorReply(context, { ...base, summary: [result.text] }, { status });
  }
}
