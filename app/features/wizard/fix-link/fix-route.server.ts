import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import type { Draft } from "~/domain/submission/draft/draft";
import { moveToNextDate } from "~/domain/submission/draft/move-to-next-date.server";
import { isKeyOfDraft } from "~/domain/submission/draft/resume-keys.server";
import { nearDate } from "~/domain/submission/music/next-date";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { findFixLink } from "~/domain/submission/record/fix-links.server";
import { fixPath } from "~/domain/submission/record/fix-path";
import { releaseName } from "~/domain/submission/record/release-name";
import { findDraftToFix } from "~/domain/submission/record/resend-draft.server";
import { signedStatusPath } from "~/domain/submission/record/status-page";
import { idsOfPress } from "~/forms/ids-of-press";
import { longDate } from "~/platform/formats/dates";
import { isSecret } from "~/platform/formats/secret-shape";
import type { AppContext } from "~/session/app-context";
import { linkedKey } from "~/session/draft-cookie.server";
import { openFixDraft } from "~/session/open-fix-draft.server";
import { assignDraft } from "~/session/open-visitor-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import { browserDraft } from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { linkReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";

const INVALID_LINK =
  "This link doesn't work. It may be cut off. Open it again from our email, or copy all of it.";
const STOPPED =
  "All links to this draft were stopped. Carry on in the browser where they were stopped, or write to us.";
const TOO_OFTEN = "This link was opened very often just now. Wait a while, then try again.";
async function followLink(token: string | undefined, context: AppContext) {
  const { db, clock } = context;
  if (token === undefined || !isSecret(token)) return undefined;
  const link = await findFixLink(db, token, clock());
  if (!link?.submission.archivedAt) return link;
  await restoreArchived(context, link.submission.id);
  return findFixLink(db, token, clock());
}

const readOtherDraft = async (request: Request, context: AppContext, submissionId: string) =>
  (await browserDraft(request, context, ({ resendOf }) => resendOf === submissionId)).other;

const statusUrl = (context: AppContext, submissionId: string) =>
  signedStatusPath(context.settings.SIGNING_SECRET, submissionId, context.clock());

const releaseTitle = ({ answers }: Draft) => answers.music?.releaseTitle ?? "";

/** Changes nothing: mail scanners open every link. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const link = await followLink(params.token, context);
  if (!link) return data({ state: "unknown" as const, text: INVALID_LINK }, { status: 404 });
  const { submission, state, replacement, kind, reason, expiresAt } = link;
  const title = releaseName(submission.form);
  if (state !== "live") {
    const statusPath = await statusUrl(context, replacement?.id ?? submission.id);
    const sent = replacement && { reference: replacement.reference, on: longDate(replacement.at) };
    return data({ state, title, sent, statusPath, until: longDate(expiresAt) }, { status: 410 });
  }
  const draft = await findDraftToFix(context.db, submission);
  const other = await readOtherDraft(request, context, submission.id);
  return data({
    state,
    title,
    kind,
    reason,
    press: context.ids.secret(),
    isUsed: link.isUsed,
    artistName: submission.artistName,
    until: longDate(expiresAt),
    near: nearDate(draft?.answers.music, context.scope.artistDay(context.clock())),
    other: other && { title: releaseTitle(other) },
    shown: await readShownReply(request, context, linkReplySchema),
  });
}

/** Opens the draft of a link in this browser, and takes the next possible date if that was asked. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const link = await followLink(params.token, context);
  if (!link) throw refusal(404, INVALID_LINK);
  // The page itself says why.
  if (link.state !== "live") throw redirect(new URL(request.url).pathname);
  const { fields } = await readSmallForm(request);
  const other = await readOtherDraft(request, context, link.submission.id);
  const ids = await idsOfPress(context, fields);
  if (fields.get("intent") === "keep-other" && other)
    return redirectToReply(request, context, { url: await makeResumeLink(context, other, ids) });
  const { submission, tokenHash } = link;
  const draft = await openFixDraft(
    context,
    { submission, access: { tokenHash }, place: undefined },
    { key: `fix link:${tokenHash.slice(0, 32)}`, tooOftenText: TOO_OFTEN },
  );
  // Decided or sent since the page was read: it says so when it is read again.
  if (!draft) throw redirect(new URL(request.url).pathname);
  const key = params.token ?? "";
  if (!(await isKeyOfDraft(context.db, key, draft.id))) throw refusal(410, STOPPED);
  if (fields.has("nextDate")) await moveToNextDate(context, draft);
  const browserKey = linkedKey(key, ids);
  await assignDraft(request, context, { key: browserKey, draftId: draft.id, state: "open" });
  return redirect(fixPath(link.reason));
}
