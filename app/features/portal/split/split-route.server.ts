import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { answerSplits, storeOwnIpi } from "~/domain/artists/splits/split-answers.server";
import { MAX_DISPUTE_LENGTH } from "~/domain/artists/splits/split-state";
import type { SplitRow } from "~/domain/artists/splits/split-store.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { splitDisputeMail } from "~/domain/mail/split-mails";
import { staffAlertMail } from "~/domain/mail/staff-alerts";
import { releaseName } from "~/domain/submission/record/release-name";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { multiLineUpTo, plainLineUpTo } from "~/forms/fields";
import { invalidError } from "~/forms/form-reply";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { formErrorReply } from "~/session/refusal";
import { readTypedForm } from "../read-autosave-form.server";
import { titleOf } from "../release/release-splits.server";
import { openSplitLink, type SplitLink, splitLinkPage } from "./split-page.server";

const PARTLY_COUNTED =
  "Not all of this was counted, because some shares changed after you opened this page. Now you see the newest version.";
const NOT_COUNTED =
  "This wasn't counted, because the shares or the answer changed after you opened this page. Now you see the newest version.";
const NOTE_ERRORS = {
  "no-note": "Say what is wrong, so that the artist can correct it",
  "long-note": `What is wrong must be ${MAX_DISPUTE_LENGTH} characters or fewer`,
};

/** Enough for one with words around it. */
const MAX_IPI = 40;

const noteText = multiLineUpTo(MAX_DISPUTE_LENGTH);

/** Answers may be changed any number of times, but only so many disputes of one songwriter are mailed. */
const MAILED_DISPUTES_PER_DAY = 10;

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

/** As many as a release has tracks. */
const MAX_ANSWERS = 40;

/** What the posted fields say, or what is wrong with them; undefined where no such question is left. */
function readAnswer({ rows }: SplitLink, fields: URLSearchParams) {
  const keys = (fields.get("question") ?? "").split(",", MAX_ANSWERS);
  const row = rows.find(({ id }) => keys.some((key) => key.startsWith(`${id} `)));
  if (!row) return undefined;
  if (fields.get("intent") === "confirm")
    return { state: "confirmed", note: "", keys, row } as const;
  const note = v.parse(noteText, fields.get("note"));
  if (!note) return "no-note";
  return note.length > MAX_DISPUTE_LENGTH
    ? "long-note"
    : ({ state: "disputed", note, keys: keys.slice(0, 1), row } as const);
}

type Answer = Exclude<ReturnType<typeof readAnswer>, string | undefined>;

/** Records answers to questions of the link. @returns how many counted. */
async function answerByLink(context: AppContext, link: SplitLink, answer: Answer) {
  const { db, clock, ids, mail, board, scope, sendJobs, log } = context;
  const { state, note, keys, row } = answer;
  const now = clock();
  const { submissionId } = link;
  const dailyLimit = { limit: MAILED_DISPUTES_PER_DAY, seconds: 86_400 };
  const isMailed =
    state === "disputed" &&
    (await rateLimit(db, `split-disputes ${row.letterId}`, dailyLimit, now)) === undefined;
  const dispute = { row, submission: link.submission, note, at: now.toISOString() };
  const letters = isMailed ? disputeMails(context, dispute) : [];
  const jobIds: string[] = [];
  const count = await answerSplits(db, link, { keys, state, note, now }, async (when) => {
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
  if (count === 0) return count;
  log("info", "split.answered", { submissionId, reason: state, count });
  if (jobIds.length > 0) await sendJobs(jobIds, { submissionId });
  return count;
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
  const values = { question: fields.get("question") ?? "", note: fields.get("note") ?? "" };
  const { pathname } = new URL(request.url);
  if (fields.get("intent") === "ipi") {
    const ipi = v.parse(plainLineUpTo(MAX_IPI), fields.get("ipi"));
    if (await storeOwnIpi(context.db, link, ipi, context.clock()))
      return redirect(`${pathname}?done=ipi`, 303);
    return formErrorReply(context, { values, errors: {}, trouble: NOT_COUNTED }, { status: 409 });
  }
  const answer = readAnswer(link, fields);
  if (typeof answer === "string") {
    const errors = { note: invalidError(NOTE_ERRORS[answer]) };
    return formErrorReply(context, { values, errors }, { status: 400 });
  }
  const count = answer ? await answerByLink(context, link, answer) : 0;
  if (!answer || count < answer.keys.length) {
    const trouble = count > 0 ? PARTLY_COUNTED : NOT_COUNTED;
    return formErrorReply(context, { values, errors: {}, trouble }, { status: 409 });
  }
  // A redirect, so that a reload does not answer again.
  return redirect(`${pathname}?done=${answer.state}`, 303);
}
