import { readReleaseDetails } from "~/domain/artists/release/details-store.server";
import { trackIdAt } from "~/domain/artists/release-tracks";
import { checkSplits } from "~/domain/artists/splits/check-splits";
import { songwritersOfOtherReleases } from "~/domain/artists/splits/known-writers.server";
import { SPLIT_LINK_DAYS } from "~/domain/artists/splits/split-state";
import {
  letterToken,
  pendingSplitLetters,
  requestSplitAnswers,
  type SplitLetter,
  splitRows,
} from "~/domain/artists/splits/split-store.server";
import {
  currentSplitTracks,
  editSplits,
  startingSplits,
  trackKinds,
} from "~/domain/artists/splits/splits";
import { mailStatements } from "~/domain/mail/outbox.server";
import { splitRequestMail } from "~/domain/mail/split-mails";
import { releaseName } from "~/domain/submission/record/release-name";
import { hasNoErrors } from "~/forms/form-reply";
import { addDays } from "~/platform/clock";
import { longDate } from "~/platform/formats/dates";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { signatureOf } from "~/platform/signed-link";
import type { AppContext } from "~/session/app-context";
import {
  autosavePage,
  type OwnRelease,
  postedSplits,
  RELEASE_CHANGED,
  type ReleasePostResult,
  releaseConflict,
  saveRelease,
} from "./own-release.server";
import { releaseHeader } from "./release-details.server";

export async function splitsPage({ db, clock }: AppContext, release: OwnRelease) {
  const { submission, stored } = release;
  const { form, id } = submission;
  const values = startingSplits(stored?.answers, form);
  const rows = await splitRows(db, id);
  const submitted = form.tracks.flatMap(({ metadata }) =>
    metadata.songwriters.map((names) => ({ ...names, email: "", ipi: "" })),
  );
  return {
    /** May be added by one press. */
    known: [...submitted, ...(await songwritersOfOtherReleases(db, release.owner))],
    head: releaseHeader(release),
    page: await autosavePage(release, "splits"),
    values,
    titles: form.tracks.map((_, index) => titleOf(form.tracks, trackIdAt(index))),
    kinds: trackKinds(form, stored?.answers),
    answers: rows.map(({ trackId, name, email, share, state, ...row }) => ({
      trackId,
      name,
      email,
      share,
      state,
      note: row.note,
      createdAt: row.createdAt,
      answeredAt: row.answeredAt,
    })),
    /** When the page was loaded, as an ISO time: links that ended by then have expired. */
    now: clock().toISOString(),
    savedAt: stored?.updatedAt,
  };
}

const DAY_SECONDS = 86_400;
/** Letters per day: an album with a writing camp behind it has 30. */
const MAX_PER_RELEASE = 40;
/** Nobody may flood somebody else's address. */
const MAX_PER_ADDRESS = 3;
const MAX_PER_ARTIST = 100;

/** Whether the daily limits of release, address and artist allow one more letter. */
async function canSendLetter(
  { db, clock, settings }: AppContext,
  { owner }: OwnRelease,
  { email }: SplitLetter,
) {
  const now = clock();
  // Songwriters never agreed to be stored: the limit is counted under a hash of their address.
  const addressHash = (await signatureOf(settings.SIGNING_SECRET, `letters to\n${email}`)).slice(
    0,
    32,
  );
  const rates = [
    [`split-letters address:${addressHash}`, MAX_PER_ADDRESS],
    [`split-letters release:${owner.submissionId}`, MAX_PER_RELEASE],
    [`split-letters artist:${owner.artistId}`, MAX_PER_ARTIST],
  ] as const;
  for (const [key, limit] of rates)
    if ((await rateLimit(db, key, { limit, seconds: DAY_SECONDS }, now)) !== undefined)
      return false;
  return true;
}

const LIMITED = `We did not ask everybody. We send at most ${MAX_PER_ADDRESS} of these emails a day to one address, and ${MAX_PER_RELEASE} for one release. Ask the others tomorrow.`;

/** Mails everybody who is still to be asked. @returns how many letters, and whether all were allowed. */
async function sendRequests(context: AppContext, release: OwnRelease, version: number) {
  const { db, clock, ids, mail, settings, site, log, sendJobs } = context;
  const { owner, submission } = release;
  const { form, artistName } = submission;
  const storedDetails = await readReleaseDetails(db, owner.submissionId);
  if (!storedDetails || storedDetails.version !== version) return undefined;
  const now = clock();
  const { SIGNING_SECRET: secret } = settings;
  const splitTracks = currentSplitTracks(storedDetails.answers, form);
  const rows = await splitRows(db, owner.submissionId);
  const nextId = () => ids.next(now);
  const pending = await pendingSplitLetters(splitTracks, form.tracks, {
    rows,
    now,
    nextId,
    secret,
  });
  const letters: SplitLetter[] = [];
  for (const letter of pending)
    if (await canSendLetter(context, release, letter)) letters.push(letter);
  const jobByLetter = new Map<string, string>();
  const queuedLetters = await requestSplitAnswers(db, owner, {
    splitTracks,
    tracks: form.tracks,
    letters,
    version,
    now,
    createMail: async (letter, when) => {
      const request = {
        submissionId: owner.submissionId,
        letterId: letter.id,
        recipient: letter.email,
        name: letter.name,
        artistName,
        release: releaseName(form),
        tracks: letter.rows.map(({ trackId, share }) => ({
          title: titleOf(form.tracks, trackId),
          share,
        })),
        url: `${site}/split/${await letterToken(secret, letter.id)}`,
        until: longDate(addDays(now, SPLIT_LINK_DAYS).toISOString()),
      };
      const letterMail = splitRequestMail(request, mail.brand);
      const mailPart = await mailStatements(db, letterMail, mail.rules, { now, ids, when });
      jobByLetter.set(letter.id, mailPart.jobId);
      return mailPart.statements;
    },
  });
  const { submissionId } = owner;
  log("info", "splits.asked", { submissionId, count: queuedLetters.length });
  const jobIds = queuedLetters.flatMap(({ id }) => jobByLetter.get(id) ?? []);
  if (jobIds.length > 0) await sendJobs(jobIds, { submissionId });
  return { count: queuedLetters.length, all: letters.length === pending.length };
}

export function titleOf(tracks: readonly { title: string }[], trackId: string): string {
  const index = Number(/^track-(\d+)$/.exec(trackId)?.[1] ?? 0) - 1;
  return tracks[index]?.title || `Track ${index + 1}`;
}

/** Handles the buttons of the shares' page. Typed values are saved whatever the button. */
export async function postSplits(
  context: AppContext,
  release: OwnRelease,
  fields: [string, string][],
): Promise<ReleasePostResult> {
  const intent = fields.findLast(([name]) => name === "intent")?.[1] ?? "save";
  const splits = postedSplits(release, fields);
  const editedSplits = editSplits(splits, intent);
  const value = editedSplits ?? splits;
  const result = await saveRelease(context, release, { part: "splits", value, fields });
  if (result.kind === "conflict") return releaseConflict(value, fields, result);
  const replyBase = { values: value, errors: {}, summary: [] };
  const { token: version } = result;
  if (editedSplits) return { reply: { ...replyBase, version }, status: 200 };
  if (intent !== "ask") return { noticeCode: "saved" };
  const errors = checkSplits(value, trackKinds(release.submission.form, release.stored?.answers));
  if (!hasNoErrors(errors)) return { reply: { ...replyBase, errors, version }, status: 400 };
  const sent = await sendRequests(context, release, result.version);
  if (!sent) return { reply: { ...replyBase, summary: [RELEASE_CHANGED], version }, status: 409 };
  if (!sent.all) return { reply: { ...replyBase, summary: [LIMITED], version }, status: 409 };
  return { noticeCode: sent.count > 0 ? "asked" : "nobody-new" };
}
