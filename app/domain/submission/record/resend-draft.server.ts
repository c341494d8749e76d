import { and, eq, isNull, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, type NewRow, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { type ClientNetworks, networksKey } from "~/platform/rate/client-network";
import type { Draft } from "../draft/draft";
import { hasDraftCapacitySql } from "../draft/draft-capacity.server";
import { DRAFT_DAYS } from "../draft/draft-days";
import { parseDraftRow } from "../draft/draft-store.server";
import { drafts, submissions } from "../submission-tables.server";
import type { Submission } from "./submission-store.server";

type ShareFiles = (
  files: readonly { from: string; to: string }[],
  draftId: string,
  isOpened: ReturnType<typeof sql>,
) => Statement[];

interface ResendRequest {
  submission: Pick<Submission, "id" | "draftId" | "files">;
  artistId: string;
  place: ClientNetworks | undefined;
  now: Date;
}

/**
 * Opens the draft that corrects a rejected submission, with all its answers and files; no byte is
 * sent again. There is one draft per submission, however often it is asked for. The batch itself
 * decides that the submission is the artist's and rejected, and that one more draft fits.
 * @param maxOpen open drafts in all.
 * @returns the draft, without a key for any browser; "full" where none fits, "gone" where nothing
 * is to be corrected.
 */
export async function openResendDraft(
  db: Database,
  ids: Ids,
  { submission, artistId, place, now }: ResendRequest,
  { maxOpen, shareFiles }: { maxOpen: number; shareFiles: ShareFiles },
): Promise<{ draft: Draft; isNew: boolean } | "full" | "gone"> {
  const { id: submissionId, draftId: previousDraftId, files } = submission;
  const id = ids.next(now);
  const [timestamp, expiresAt] = [now.toISOString(), addDays(now, DRAFT_DAYS).toISOString()];
  const row: NewRow<typeof drafts> = {
    // Nobody gets this key: the artist's browser gets one that ends with the sign-in.
    id,
    keyHash: await sha256Hex(ids.secret()),
    visitor: place ? networksKey(place) : null,
    artistId,
    entry: "open",
    linkId: null,
    resendOf: submissionId,
    prefill: null,
    answers: sql`before.answers`,
    completedSteps: sql`before.completed_steps`,
    version: 1,
    passedSteps: "[]",
    submittedAt: null,
    pressedAt: null,
    expiresAt,
    warnedOf: null,
    expiredAt: null,
    formStartedAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(drafts, row);
  const isOwnRejected = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId}
    AND ${submissions.artistId} = ${artistId} AND ${submissions.status} = 'rejected')`;
  // Artists with an account are not limited by network.
  const hasCapacity = hasDraftCapacitySql({ place: undefined, now }, maxOpen);
  const isOfSubmission = and(eq(drafts.resendOf, submissionId), isNull(drafts.expiredAt));
  const pairs = files.map(({ uploadId: from }) => ({ from, to: ids.next(now) }));
  const [, , draftRows] = await db.batch([
    db
      .insert(drafts)
      .select(
        sql`SELECT ${values} FROM drafts AS before WHERE before.id = ${previousDraftId} AND ${isOwnRejected} AND ${hasCapacity}`,
      )
      .onConflictDoNothing(),
    db
      .update(drafts)
      .set({ expiresAt })
      .where(and(isOfSubmission, isNull(drafts.submittedAt))),
    db.select().from(drafts).where(and(isOfSubmission, isOwnRejected)),
    ...shareFiles(pairs, id, sql`EXISTS (SELECT 1 FROM ${drafts} WHERE ${drafts.id} = ${id})`),
  ]);
  const [openRow] = draftRows;
  if (openRow) return { draft: parseDraftRow(openRow), isNew: openRow.id === id };
  const ownerCheck = await db.get<{ isOwnRejected: number }>(
    sql`SELECT ${isOwnRejected} AS "isOwnRejected"`,
  );
  return ownerCheck?.isOwnRejected === 1 ? "full" : "gone";
}
