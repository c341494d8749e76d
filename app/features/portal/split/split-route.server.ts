import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { linkCutoff, MAX_DISPUTE_LENGTH } from "~/domain/artists/splits/split-state";
import {
  answerSplit,
  type SplitRow,
  splitAnswerVersion,
  splitRowsByToken,
} from "~/domain/artists/splits/split-store.server";
import { parseSplit } from "~/domain/artists/splits/splits";
import { mailStatements } from "~/domain/mail/outbox.server";
import { splitDisputeMail } from "~/domain/mail/split-mails";
import { staffAlertMail } from "~/domain/mail/staff-alerts";
import { releaseName } from "~/domain/submission/record/release-name";
import {
  findSubmission,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { multiLineUpTo } from "~/forms/fields";
import { invalidError } from "~/forms/form-reply";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { isInProgress } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { formErrorReply, retryLaterResponse } from "~/session/refusal";
import { readTypedForm } from "../read-autosave-form.server";
import { titleOf } from "../release/release-splits.server";

const NOT_COUNTED =
  "This wasn't counted, because the shares or the answer changed after you opened this page. Now you see the newest version.";
const NOTE_ERRORS = {
  "no-note": "Say what is wrong, so that the artist can correct it",
  "long-note": `What is wrong must be ${MAX_DISPUTE_LENGTH} characters or fewer`,
};

type SplitLink = NonNullable<Awaited<ReturnType<typeof openSplitLink>>>;

const TOO_MANY_CHECKS =
  "Too many links were opened from here just now. Wait a minute, then try again.";

/** What a link opens; undefined for an unknown link. @throws Response 429. */
async function openSplitLink(context: AppContext, token: string | undefined) {
  const wait = await context.scope.limitCall("token-checks");
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: TOO_MANY_CHECKS, wait });
  const { db, clock } = context;
  const rows = /^[0-9a-f]{48}$/.test(token ?? "") ? await splitRowsByToken(db, token ?? "") : [];
  const submission = rows[0] && (await findSubmission(db, rows[0].submissionId));
  if (!submission) return undefined;
  const since = linkCutoff(clock());
  return {
    rows,
    submission,
    isOpen: isInProgress(submission.status) && rows.some((row) => row.createdAt >= since),
  };
}

/** What the page of a link shows; undefined for an unknown link. Changes nothing. */
async function splitLinkPage(context: AppContext, token: string | undefined) {
  const link = await openSplitLink(context, token);
  if (!link) return undefined;
  const { rows, submission, isOpen } = link;
  const { form, artistName } = submission;
  return {
    artistName,
    release: releaseName(form),
    isOpen,
    name: rows[0]?.name ?? "",
    /** Whether it is closed because the release has gone on; otherwise the link has expired. */
    isOver: !isInProgress(submission.status),
    tracks: rows.map((row) => ({
      id: row.id,
      title: titleOf(form.tracks, row.trackId),
      share: row.share,
      /** The name of the songwriter. */
      name: row.name,
      state: row.state,
      note: row.note,
      /** The version of the answer on screen, posted along. */
      seen: splitAnswerVersion(row),
      shares: parseSplit(row.split).writers,
    })),
  };
}

const noteText = multiLineUpTo(MAX_DISPUTE_LENGTH);

/** An answer may be changed any number of times, but only so many disputes of one question are mailed. */
const MAILED_DISPUTES_PER_DAY = 3;

/** The mails of a dispute, to the artist and to the team. */
function disputeMails(
  { mail, site }: AppContext,
  {
    row,
    submission,
    note,
    at,
  }: { row: SplitRow; submission: Submission; note: string; at: string },
) {
  const { artistName, form, id: submissionId, reference, email } = submission;
  const [track, release] = [titleOf(form.tracks, row.trackId), releaseName(form)];
  const occasion = `${row.id}:${at}`;
  const { firstName } = form;
  const mailFields = {
    firstName,
    artistName,
    release,
    track,
    writer: row.name,
    share: row.share,
    note,
  };
  const url = `${site}/release-details/${submissionId}/splits`;
  const toArtist = splitDisputeMail(
    { submissionId, occasion, recipient: email, ...mailFields, url },
    mail.brand,
  );
  const toStaff = staffAlertMail(
    {
      key: `split-disputed:${occasion}`,
      subject: "A songwriter disputes a share",
      sentences: ["A songwriter doesn't agree with their share. We have told the artist too."],
      facts: [
        ["Artist", artistName],
        ["Release", release],
        ["Reference", reference],
        ["Track", track],
        ["Songwriter", `${row.name}, ${row.share}%`],
        ["They say", note],
      ],
      submissionId,
      url: `${site}/staff/submissions/${submissionId}`,
    },
    mail.staff,
    mail.brand,
  );
  return [toArtist, toStaff];
}

/** `not-counted`: somebody answered before, or the link is over; the page then shows the current state. */
type AnswerResult = "confirmed" | "disputed" | "no-note" | "long-note" | "not-counted";

/** Records an answer to a question of the link. @returns undefined if the link has no such question. */
async function answerByLink(
  context: AppContext,
  link: SplitLink,
  fields: URLSearchParams,
): Promise<AnswerResult | undefined> {
  const row = link.rows.find(({ id }) => id === fields.get("question"));
  if (!row) return undefined;
  const { db, clock, ids, mail, board, scope, sendJobs, log } = context;
  const state = fields.get("intent") === "confirm" ? "confirmed" : "disputed";
  const note = state === "disputed" ? v.parse(noteText, fields.get("note")) : "";
  if (state === "disputed" && !note) return "no-note";
  if (note.length > MAX_DISPUTE_LENGTH) return "long-note";
  const now = clock();
  const { submissionId } = row;
  const dailyLimit = { limit: MAILED_DISPUTES_PER_DAY, seconds: 86_400 };
  const isMailed =
    state === "disputed" &&
    (await rateLimit(db, `split-disputes ${row.id}`, dailyLimit, now)) === undefined;
  const dispute = { row, submission: link.submission, note, at: now.toISOString() };
  const letters = isMailed ? disputeMails(context, dispute) : [];
  const jobIds: string[] = [];
  const answer = {
    row,
    expectedVersion: fields.get("seen") ?? "",
    answer: { state, note },
    now,
  } as const;
  const isCounted = await answerSplit(db, answer, async (when) => {
    const mailParts = await Promise.all(
      letters.map((letter) => mailStatements(db, letter, mail.rules, { now, ids, when })),
    );
    jobIds.push(...mailParts.map(({ jobId }) => jobId));
    const statements = mailParts.flatMap((mailPart) => [...mailPart.statements]);
    if (board === undefined) return statements;
    const jobId = ids.next(now);
    jobIds.push(jobId);
    const { requestId } = scope;
    const job = { id: jobId, type: "sync-board", submissionId, subject: jobId, requestId } as const;
    const values = jobValues({ ...job, at: now });
    return [...statements, db.insert(jobs).select(sql`SELECT ${values} WHERE ${when}`)];
  });
  if (!isCounted) return "not-counted";
  log("info", "split.answered", { submissionId, reason: state });
  if (jobIds.length > 0) await sendJobs(jobIds, { submissionId });
  return state;
}

/** Changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await splitLinkPage(context, params.token);
  return page ? data(page) : data(null, { status: 404 });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const link = await openSplitLink(context, params.token);
  if (!link) return data(undefined, { status: 404 });
  const fields = new URLSearchParams(await readTypedForm(request));
  const outcome = await answerByLink(context, link, fields);
  if (!outcome) return data(undefined, { status: 404 });
  // A redirect, so that a reload does not answer again.
  const page = new URL(request.url).pathname;
  if (outcome === "confirmed" || outcome === "disputed")
    return redirect(`${page}?done=${outcome}`, 303);
  const values = { question: fields.get("question") ?? "", note: fields.get("note") ?? "" };
  return outcome === "not-counted"
    ? formErrorReply(context, { values, errors: {}, trouble: NOT_COUNTED }, { status: 409 })
    : formErrorReply(
        context,
        { values, errors: { note: invalidError(NOTE_ERRORS[outcome]) } },
        { status: 400 },
      );
}
