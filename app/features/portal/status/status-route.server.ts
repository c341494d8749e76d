import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { readReleaseState, releaseClock } from "~/domain/artists/release-states.server";
import { queueMail } from "~/domain/mail/outbox.server";
import { fixLinkMail } from "~/domain/mail/status-mail";
import { fixKind, isFinalNo } from "~/domain/submission/record/fix-link";
import { lastReason } from "~/domain/submission/record/past-statuses";
import {
  artistTasks,
  type PendingAction,
  pendingActions,
} from "~/domain/submission/record/pending-actions";
import { releaseName } from "~/domain/submission/record/release-name";
import { findReplacement } from "~/domain/submission/record/replacement.server";
import { isStatusLink, signedStatusPath } from "~/domain/submission/record/status-page";
import { statusBanner } from "~/domain/submission/record/status-text";
import {
  findSubmission,
  readStatusHistory,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { longDate } from "~/platform/formats/dates";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { StatusText } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal, throwIfLimited } from "~/session/refusal";

const LINKS_PER_DAY = { limit: 3, seconds: 86_400 };
const TOO_OFTEN =
  "We sent you this link three times today. Look for it in your email, also among spam.";

type Params = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/** The submission of a signed link; undefined if it is deleted, or the link is not ours. */
async function followLink({ request, context, params }: Params): Promise<Submission | undefined> {
  const { db, settings, clock } = context;
  const submissionId = params.submissionId ?? "";
  const link = { submissionId, url: new URL(request.url) };
  if (!(await isStatusLink(settings.SIGNING_SECRET, link, clock()))) return undefined;
  return findSubmission(db, submissionId);
}

/** The status in words; a rejection's reason is on the page, so it refers to no email. */
function bannerOf(submission: Submission, actions: readonly PendingAction[]): StatusText {
  const banner = statusBanner(submission.status, actions);
  return actions.includes("correct-rejected") || isFinalNo(submission)
    ? { ...banner, text: "The reason is right here." }
    : banner;
}

/** Tells nothing but the status: whoever has the link reads it. */
export async function loader(args: LoaderFunctionArgs) {
  const submission = await followLink(args);
  if (!submission) return data(null, { status: 404 });
  const { db, settings, clock } = args.context;
  const now = clock();
  const [release, replacement, history] = await Promise.all([
    readReleaseState(db, submission.id, releaseClock(args.context)),
    findReplacement(db, submission.id),
    readStatusHistory(db, submission.id),
  ]);
  const newVersion = replacement && {
    reference: replacement.reference,
    on: longDate(replacement.at),
    path: await signedStatusPath(settings.SIGNING_SECRET, replacement.id, now),
  };
  const { artistName, reference, status, form } = submission;
  const actions = release ? pendingActions(release.state) : [];
  const tasks = release ? artistTasks(actions, release) : [];
  return data({
    ...{ artistName, reference, status },
    title: releaseName(form),
    banner: bannerOf(submission, actions),
    actions,
    // What is corrected here needs no account.
    tasks: tasks.filter(({ to }) => !to.startsWith("/submission/")),
    reason: lastReason(history),
    progress: release?.progress,
    openedAt: submission.openedAt,
    fix: replacement ? undefined : fixKind(submission),
    isFinal: isFinalNo(submission),
    newVersion,
    sendsMail: settings.SMTP_HOST !== undefined,
    done: new URL(args.request.url).searchParams.get("done"),
  });
}

/** Mails the link that opens the release again: only who reads the address gets it. */
export async function action(args: ActionFunctionArgs) {
  const submission = await followLink(args);
  if (!submission) return data(null, { status: 404 });
  const { request, context } = args;
  const { fields } = await readSmallForm(request);
  if (fields.get("intent") !== "send-link") throw refusal(400, NO_BUTTON);
  const page = new URL(request.url);
  page.searchParams.delete("done");
  const kind = fixKind(submission);
  if (kind && !(await findReplacement(context.db, submission.id))) {
    await mailFixLink(context, submission, kind);
    page.searchParams.set("done", "sent");
  }
  return redirect(page.pathname + page.search, 303);
}

/** The page says the same whether the address may have the mail or not. @throws Response 429. */
async function mailFixLink(
  context: AppContext,
  submission: Submission,
  kind: NonNullable<ReturnType<typeof fixKind>>,
): Promise<void> {
  const { db, ids, clock, mail, site, log, sendJobs } = context;
  const now = clock();
  const { id: submissionId, reference, email: recipient, artistName, form } = submission;
  const name = form.firstName?.trim() || artistName;
  throwIfLimited(
    context,
    await rateLimit(db, `fix mail:${submissionId}`, LINKS_PER_DAY, now),
    TOO_OFTEN,
  );
  const details = { submissionId, reference, recipient, name, release: releaseName(form) };
  const letter = fixLinkMail({ ...details, kind, at: ids.next(now), site }, mail.brand);
  const result = await queueMail(db, letter, mail.rules, now, ids);
  if (result.kind !== "queued") return;
  log("info", "mail.queued", { submissionId, mailId: result.mailId });
  await sendJobs([result.jobId], { submissionId });
}
