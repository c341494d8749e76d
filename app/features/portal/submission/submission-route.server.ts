import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { requireOwnSubmission, showOwnSubmission } from "./own-submission-page.server";
import { resubmit } from "./resubmit.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return showOwnSubmission(context, artist, params.submissionId);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const submission = await requireOwnSubmission(context, artist, params.submissionId);
  const { fields } = await readSmallForm(request, "/dashboard");
  if (fields.get("intent") !== "send-again") throw refusal(400, NO_BUTTON);
  return resubmit(request, context, {
    artist,
    submission,
    mayReplace: fields.has("replace"),
    movesDate: fields.has("nextDate"),
  });
}
