import { mailOutcomeOf, willBeSent } from "~/domain/mail/mail-outcome";
import { releaseModel } from "~/domain/review/package/release-model";
import { missingValues, wantedDetails, wantedText } from "~/domain/review/sheets/make-sheet";
import { offeredTemplates } from "~/domain/review/sheets/own-templates.server";
import { requestDetails } from "~/domain/review/sheets/request-details.server";
import { isAccepted, isInProgress } from "~/reference/statuses";
import { requirePackaged } from "../require-submission.server";
import {
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
} from "./review-post-types.server";

const NOTHING_TO_ASK =
  "Nobody was asked: nothing is missing that the artist can give us, or the release isn't accepted.";

/** Asks the artist for what the release lacks for a template. */
export async function askForDetails(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const { release, files } = await requirePackaged(context, item.id);
  const templates = await offeredTemplates(context.db);
  const template = templates.find(({ id }) => id === fields.get("template"));
  const model = releaseModel(release, files);
  const missing = template ? missingValues(template, model) : [];
  const wanted = wantedDetails(missing, model, isInProgress(release.status));
  if (wantedText(wanted) === "" || !isAccepted(release.status))
    return reviewFailureReply(post, NOTHING_TO_ASK);
  const asked = await requestDetails(context, { release, wanted }, by);
  if (!asked) return { noticeCode: "details-known" };
  await context.sendJobs([asked.jobId], { submissionId: item.id });
  return {
    noticeCode: willBeSent(mailOutcomeOf(asked.state)) ? "details-asked" : "details-asked-stopped",
  };
}
