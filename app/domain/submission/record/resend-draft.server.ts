import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, type NewRow, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { type ClientNetworks, networksKey } from "~/platform/rate/client-network";
import type { Draft } from "../draft/draft";
import { hasDraftCapacitySql } from "../draft/draft-capacity.server";
import { DRAFT_DAYS } from "../draft/draft-days";
import { parseDraftRow } from "../draft/draft-store.server";
import { withRecordedDates } from "../music/next-date";
import { draftKeys, drafts, fixLinks, submissions } from "../submission-tables.server";
import { isLiveFixLinkSql } from "./fix-links.server";
import { isToFixSql } from "./fixable.server";
import type { Submission } from "./submission-store.server";

type ShareFiles = (
  files: readonly { from: string; to: string }[],
  draftId: string,
  isOpened: ReturnType<typeof sql>,
) => Statement[];

export interface ResendRequest {
  submission: Pick<Submission, "id" | "draftId" | "files" | "form">;
  /** The account that the submission belongs to, or the hash of the token of a link to it. */
  access: { artistId: string } | { tokenHash: string };
  place: ClientNetworks | undefined;
  now: Date;
}

/** The condition of `fixKind`, and that the answers of the submission are here. */
const isFixableSql = sql`(${isToFixSql} AND ${submissions.archivedAt} IS NULL)`;

const isOwnSql = ({ submission: { id }, access, now }: ResendRequest): SQL =>
  "artistId" in access
    ? sql`${submissions.artistId} = ${access.artistId}`
    : isLiveFixLinkSql(id, access.tokenHash, now);

/**
 * Makes the token of a link a key of the draft when the link first opens it. A key that was stopped
 * since stays stopped.
 */
function linkUseStatements(
  db: Database,
  { submission: { id }, access, now }: ResendRequest,
  isAllowed: SQL,
): Statement[] {
  if ("artistId" in access) return [];
  const { tokenHash } = access;
  const timestamp = now.toISOString();
  const row: NewRow<typeof draftKeys> = {
    keyHash: tokenHash,
    draftId: sql`draft.id`,
    createdAt: timestamp,
  };
  const openDraft = sql`FROM drafts AS draft WHERE draft.resend_of = ${id}
    AND draft.expired_at IS NULL AND draft.submitted_at IS NULL AND ${isAllowed}`;
  const isLink = eq(fixLinks.tokenHash, tokenHash);
  return [
    db
      .insert(draftKeys)
      .select(
        sql`SELECT ${rowValues(draftKeys, row)} ${openDraft} AND draft.id IS NOT
          (SELECT draft_id FROM fix_links WHERE token_hash = ${tokenHash})`,
      )
      .onConflictDoUpdate({
        target: draftKeys.keyHash,
        set: { draftId: sql`excluded.draft_id`, createdAt: timestamp },
      }),
    db
      .update(fixLinks)
      .set({
        usedAt: sql`coalesce(${fixLinks.usedAt}, ${timestamp})`,
        draftId: sql`(SELECT draft.id ${openDraft})`,
      })
      .where(and(isLink, sql`EXISTS (SELECT 1 ${openDraft})`)),
  ];
}

/**
 * Opens the draft that corrects a submission, with all its answers and files; no byte is sent again.
 * There is one draft per submission, however often it is asked for. The batch itself decides that
 * the submission is to be corrected, by whoever asks, and that one more draft fits.
 * @param maxOpen open drafts in all.
 * @returns the draft; "full" where none fits, "gone" where nothing is to be corrected. The token of
 * a link is a key of the draft then; a browser of an account has none yet.
 */
export async function openResendDraft(
  db: Database,
  ids: Ids,
  request: ResendRequest,
  { maxOpen, shareFiles }: { maxOpen: number; shareFiles: ShareFiles },
): Promise<{ draft: Draft; isNew: boolean } | "full" | "gone"> {
  const { submission, access, place, now } = request;
  const { id: submissionId, draftId: previousDraftId, files } = submission;
  const id = ids.next(now);
  const sentMusic = (await findDraftToFix(db, submission))?.answers.music;
  const [timestamp, expiresAt] = [now.toISOString(), addDays(now, DRAFT_DAYS).toISOString()];
  const row: NewRow<typeof drafts> = {
    // Nobody gets this key: the artist's browser gets one that ends with the sign-in.
    id,
    keyHash: await sha256Hex(ids.secret()),
    visitor: place ? networksKey(place) : null,
    artistId:
      "artistId" in access
        ? access.artistId
        : sql`(SELECT submissions.artist_id FROM submissions WHERE submissions.id = ${submissionId})`,
    resendOf: submissionId,
    answers: sentMusic
      ? sql`json_set(before.answers, '$.music', json(${JSON.stringify(sentMusic)}))`
      : sql`before.answers`,
    completedSteps: sql`before.completed_steps`,
    expiresAt,
    formStartedAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(drafts, row);
  const isAllowed = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId}
    AND ${isOwnSql(request)} AND ${isFixableSql})`;
  // There is only one for each submission, so that no network is counted.
  const hasCapacity = hasDraftCapacitySql({ place: undefined, now }, maxOpen);
  const isOfSubmission = and(eq(drafts.resendOf, submissionId), isNull(drafts.expiredAt));
  const pairs = files.map(({ uploadId: from }) => ({ from, to: ids.next(now) }));
  const [, , draftRows] = await db.batch([
    db
      .insert(drafts)
      .select(
        sql`SELECT ${values} FROM drafts AS before WHERE before.id = ${previousDraftId} AND ${isAllowed} AND ${hasCapacity}`,
      )
      .onConflictDoNothing(),
    db
      .update(drafts)
      .set({ expiresAt })
      .where(and(isOfSubmission, isNull(drafts.submittedAt))),
    db.select().from(drafts).where(and(isOfSubmission, isAllowed)),
    ...linkUseStatements(db, request, isAllowed),
    ...shareFiles(pairs, id, sql`EXISTS (SELECT 1 FROM ${drafts} WHERE ${drafts.id} = ${id})`),
  ]);
  const [openRow] = draftRows;
  if (openRow) return { draft: parseDraftRow(openRow), isNew: openRow.id === id };
  const check = await db.get<{ isAllowed: number }>(sql`SELECT ${isAllowed} AS "isAllowed"`);
  return check?.isAllowed === 1 ? "full" : "gone";
}

/**
 * The open draft that corrects a submission; before it is opened, what was sent, with the dates as
 * recorded.
 */
export async function findDraftToFix(
  db: Database,
  { id, draftId, form }: Pick<Submission, "id" | "draftId" | "form">,
): Promise<Draft | undefined> {
  const isOfSubmission = and(eq(drafts.resendOf, id), isNull(drafts.expiredAt));
  const [row] = await db
    .select()
    .from(drafts)
    .where(or(isOfSubmission, eq(drafts.id, draftId)))
    .orderBy(sql`${drafts.id} = ${draftId}`)
    .limit(1);
  const draft = row && parseDraftRow(row);
  const music = draft?.answers.music;
  if (!draft || !music || draft.id !== draftId) return draft;
  return { ...draft, answers: { ...draft.answers, music: withRecordedDates(music, form) } };
}
