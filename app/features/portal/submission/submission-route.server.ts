import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { Draft } from "~/domain/submission/draft/draft";
import { moveToNextDate } from "~/domain/submission/draft/move-to-next-date.server";
import type { ArtistSubmission } from "~/domain/submission/record/artist-submission.server";
import { fixPath } from "~/domain/submission/record/fix-path";
import { lastReason } from "~/domain/submission/record/past-statuses";
import type { OtherDraft } from "~/domain/submission/record/submission-view";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { openFixDraft } from "~/session/open-fix-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { browserDraft } from "~/session/require-draft.server";
import { assignAccountDraft } from "~/session/resume-link.server";
import { visitorNetworks } from "~/session/visitor-limits.server";
import { otherDraft } from "../dashboard/browser-draft.server";
import { requireOwnSubmission, showOwnSubmission } from "./own-submission-page.server";

const TOO_OFTEN =
  "You have started too many submissions in a short time. Nothing is lost. Wait a while, then try again.";
const NOTHING_TO_FIX = "This submission can't be sent again: nothing in it has to be changed.";
interface ResubmitRequest {
  artist: SignedIn;
  submission: ArtistSubmission;
  /** Whether the artist was shown the link to the draft it replaces. */
  mayReplace: boolean;
  /** Whether a release date that is too near becomes the first possible one. */
  movesDate: boolean;
}

/**
 * Opens a submission to fix as a draft with everything kept and redirects to the step that needs it. Pressed again,
 * it leads to the same draft.
 * @returns the draft that would be replaced; nothing was opened then.
 * @throws Response the redirect; 409 if the submission cannot be resubmitted, 429, 503.
 */
async function resubmit(
  request: Request,
  context: AppContext,
  { artist, submission, mayReplace, movesDate }: ResubmitRequest,
): Promise<OtherDraft> {
  const isSame = ({ resendOf }: Draft) => resendOf === submission.id;
  const { same, other } = await browserDraft(request, context, isSame);
  if (other && !mayReplace) return otherDraft(context, other);
  const place = await visitorNetworks(request, context.settings);
  const draft = await openFixDraft(
    context,
    { submission, access: { artistId: artist.id }, place },
    { key: `send-again artist:${artist.id}`, tooOftenText: TOO_OFTEN },
  );
  if (!draft) throw refusal(409, NOTHING_TO_FIX);
  if (movesDate) await moveToNextDate(context, draft);
  if (same?.id !== draft.id) await assignAccountDraft(request, context, draft, artist);
  throw redirect(fixPath(lastReason(submission.history)));
}

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
