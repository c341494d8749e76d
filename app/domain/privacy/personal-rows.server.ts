import { eq, inArray, sql } from "drizzle-orm";
import { invitations, returningLinks, waitingList } from "~/domain/access/entry-tables.server";
import { auditDetailsOf } from "~/domain/access/staff/audit.server";
import {
  artistSessions,
  artists,
  dataRequests,
  formerAddresses,
  releaseDetails,
  signatureRequests,
  splitConfirmations,
} from "~/domain/artists/artist-tables.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import {
  type DataSubject,
  isTheirDraft,
  isTheirEntry,
  isTheirInvitation,
  isTheirLink,
  isTheirMail,
  isTheirMailAddress,
  isTheirSubmission,
} from "./data-subject.server";

const pictureKeys = sql<string>`(SELECT json_group_array(variant.atom)
  FROM json_tree(${artists.picture}) AS variant WHERE variant.type = 'text'
  AND variant.atom LIKE '%_/_%' AND variant.atom NOT LIKE '%/' AND variant.atom LIKE '%.%')`;

/** Reads all rows that are about an artist. */
export async function readPersonalRows(db: Database, subject: DataSubject) {
  const { artistId } = subject;
  const submissionIds = sql`(SELECT ${submissions.id} FROM ${submissions} WHERE ${isTheirSubmission(subject)})`;
  const [accounts, sessions, submissionRows, draftRows, details, splits, agreements, mails] =
    await db.batch([
      db.select({ row: artists, keys: pictureKeys }).from(artists).where(eq(artists.id, artistId)),
      db.select().from(artistSessions).where(eq(artistSessions.artistId, artistId)),
      db.select().from(submissions).where(isTheirSubmission(subject)).orderBy(submissions.id),
      db.select().from(drafts).where(isTheirDraft(subject)),
      db.select().from(releaseDetails).where(inArray(releaseDetails.submissionId, submissionIds)),
      db
        .select()
        .from(splitConfirmations)
        .where(inArray(splitConfirmations.submissionId, submissionIds)),
      db.select().from(signatureRequests).where(eq(signatureRequests.artistId, artistId)),
      db.select().from(mailOutbox).where(isTheirMail(subject)).orderBy(mailOutbox.id),
    ]);
  const itemIds = sql`(SELECT id FROM ${submissionIds} UNION ALL
    SELECT ${waitingList.id} FROM ${waitingList} WHERE ${isTheirEntry(subject)})`;
  const [addresses, invitationRows, links, entries, requests, notes, formerRows] = await db.batch([
    db.select().from(mailAddresses).where(isTheirMailAddress(subject)),
    db.select().from(invitations).where(isTheirInvitation(subject)),
    db.select().from(returningLinks).where(isTheirLink(subject)),
    db.select().from(waitingList).where(isTheirEntry(subject)),
    db.select().from(dataRequests).where(eq(dataRequests.artistId, artistId)),
    auditDetailsOf(db, itemIds),
    db.select().from(formerAddresses).where(eq(formerAddresses.artistId, artistId)),
  ]);
  return {
    ...{ accounts, sessions, submissions: submissionRows, drafts: draftRows, details, splits },
    ...{ agreements, mails, addresses, invitations: invitationRows, links, entries, requests },
    ...{ notes, formerAddresses: formerRows },
  };
}

export type PersonalRows = Awaited<ReturnType<typeof readPersonalRows>>;
