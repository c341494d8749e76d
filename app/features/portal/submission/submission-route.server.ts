import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { startFormSession } from "~/domain/bot/form-sessions.server";
import { moveToNextDate } from "~/domain/submission/draft/move-to-next-date.server";
import type { ArtistSubmission } from "~/domain/submission/record/artist-submission.server";
import { fixPath } from "~/domain/submission/record/fix-path";
import { lastReason } from "~/domain/submission/record/past-statuses";
import { openResendDraft } from "~/domain/submission/record/resend-draft.server";
import type { OtherDraft } from "~/domain/submission/record/submission-view";
import { shareFilesStatements } from "~/domain/uploads/receiving/shared-files.server";
import { ALL_SENT_STAYS, TOO_MANY_PEOPLE } from "~/domain/uploads/upload-texts";
import type { SignedIn } from "~/platform/principal";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { checkSize } from "~/session/open-visitor-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal, retryLaterResponse } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { assignAccountDraft } from "~/session/resume-link.server";
import { visitorNetworks } from "~/session/visitor-limits.server";
import { browserDraft, otherDraft } from "../dashboard/browser-draft.server";
import { requireOwnSubmission, showOwnSubmission } from "./own-submission-page.server";

const LIMIT_PER_HOUR = { limit: 30, seconds: 3_600 };
const TOO_OFTEN =
  "You have started too many submissions in a short time. Nothing is lost. Wait a while, then try again.";
const NOTHING_TO_FIX = "This submission can't be sent again: nothing in it has to be changed.";
const FULL = {
  status: 503,
  text: `${TOO_MANY_PEOPLE} ${ALL_SENT_STAYS}`,
  wait: 3_600,
} as const;

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
  const { db, ids, clock, settings, log } = context;
  const now = clock();
  const wait = await rateLimit(db, `send-again artist:${artist.id}`, LIMIT_PER_HOUR, now);
  if (wait !== undefined) throw retryLaterResponse(context, { status: 429, text: TOO_OFTEN, wait });
  if (await checkSize(context)) throw retryLaterResponse(context, FULL);
  const current = await browserDraft(request, context);
  const replaced =
    current.begun && current.begun.resendOf !== submission.id ? current.begun : undefined;
  if (replaced && !mayReplace) return otherDraft(context, replaced);
  const networks = await visitorNetworks(request, settings);
  const result = await openResendDraft(
    db,
    ids,
    { submission, access: { artistId: artist.id }, place: networks, now },
    {
      maxOpen: settings.LIMIT_OPEN_DRAFTS,
      shareFiles: (files, draftId, when) =>
        shareFilesStatements(db, files, draftId, { at: now, condition: when }),
    },
  );
  if (result === "full") throw retryLaterResponse(context, FULL);
  if (result === "gone" || result.draft.submitted) throw refusal(409, NOTHING_TO_FIX);
  const { draft, isNew } = result;
  if (movesDate) await moveToNextDate(context, draft);
  if (current.id !== draft.id) await assignAccountDraft(request, context, draft, artist);
  await startFormSession(db, draft.id, now);
  if (isNew) log("info", "draft.opened", { draftId: draft.id, submissionId: submission.id });
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
