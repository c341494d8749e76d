import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
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
import { isSecretKind } from "~/domain/mail/mail-kinds";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import { parseJson } from "~/platform/formats/parse-json";
import type { ExportFile } from "./data-categories";
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

/** Invalid JSON stays a text. */
function parseStored(text: string | null): unknown {
  if (text === null) return null;
  const value = parseJson(text);
  return value === undefined ? text : value;
}

const historySchema = v.fallback(
  v.array(v.partial(v.object({ status: v.string(), at: v.string(), reason: v.string() }))),
  [],
);

/** The status history without the names of staff. */
const parseHistory = (text: string) => v.parse(historySchema, parseStored(text));

const pictureKeys = sql<string>`(SELECT json_group_array(variant.atom)
  FROM json_tree(${artists.picture}) AS variant WHERE variant.type = 'text'
  AND variant.atom LIKE '%_/_%' AND variant.atom NOT LIKE '%/' AND variant.atom LIKE '%.%')`;

const keysSchema = v.array(v.string());

interface AccountFile {
  path: string;
  key: string;
}

/** All data of an artist: texts of the download, and the ids that locate its files. */
export interface PersonalData {
  texts: Record<ExportFile, unknown>;
  submissionIds: string[];
  draftIds: string[];
  files: AccountFile[];
}

/** The artist's submissions whose details are in the archive. */
export async function archivedSubmissionIds(db: Database, subject: DataSubject): Promise<string[]> {
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(isTheirSubmission(subject), isNotNull(submissions.archivedAt)));
  return rows.map(({ id }) => id);
}

/**
 * Reads all data of an artist. It contains no tokens or codes, and of co-writers only names and
 * answers, no addresses.
 */
export async function readPersonalData(
  db: Database,
  subject: DataSubject,
): Promise<PersonalData | undefined> {
  const { artistId } = subject;
  const submissionIdsQuery = sql`(SELECT ${submissions.id} FROM ${submissions} WHERE ${isTheirSubmission(subject)})`;
  const [accounts, sessions, submissionRows, draftRows, details, splits, agreements, mails] =
    await db.batch([
      db.select({ row: artists, keys: pictureKeys }).from(artists).where(eq(artists.id, artistId)),
      db.select().from(artistSessions).where(eq(artistSessions.artistId, artistId)),
      db.select().from(submissions).where(isTheirSubmission(subject)).orderBy(submissions.id),
      db.select().from(drafts).where(isTheirDraft(subject)),
      db
        .select()
        .from(releaseDetails)
        .where(inArray(releaseDetails.submissionId, submissionIdsQuery)),
      db
        .select()
        .from(splitConfirmations)
        .where(inArray(splitConfirmations.submissionId, submissionIdsQuery)),
      db.select().from(signatureRequests).where(eq(signatureRequests.artistId, artistId)),
      db.select().from(mailOutbox).where(isTheirMail(subject)).orderBy(mailOutbox.id),
    ]);
  const itemIdsQuery = sql`(SELECT id FROM ${submissionIdsQuery} UNION ALL
    SELECT ${waitingList.id} FROM ${waitingList} WHERE ${isTheirEntry(subject)})`;
  const [addresses, invitationRows, links, entries, requests, auditRows, formerRows] =
    await db.batch([
      db.select().from(mailAddresses).where(isTheirMailAddress(subject)),
      db.select().from(invitations).where(isTheirInvitation(subject)),
      db.select().from(returningLinks).where(isTheirLink(subject)),
      db.select().from(waitingList).where(isTheirEntry(subject)),
      db.select().from(dataRequests).where(eq(dataRequests.artistId, artistId)),
      auditDetailsOf(db, itemIdsQuery),
      db.select().from(formerAddresses).where(eq(formerAddresses.artistId, artistId)),
    ]);
  const notesOn = (id: string) =>
    auditRows.flatMap(({ about, ...note }) => (about === id ? [note] : []));
  const account = accounts[0];
  if (!account) return undefined;
  const pictures = v.parse(keysSchema, parseStored(account.keys) ?? []);
  const { row } = account;
  const texts: PersonalData["texts"] = {
    "account.json": {
      artistId: row.artistId,
      email: row.email,
      status: row.status,
      formerAddresses: formerRows.map(({ email, until }) => ({ email, until })),
      profile: parseStored(row.profile),
      typedAndNotSaved: parseStored(row.typed),
      mailChoices: parseStored(row.mailChoices),
      publishedAt: row.publishedAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    },
    "sign-ins.json": sessions.map(
      ({ kind, device, createdAt, lastUsedAt, expiresAt, endedAt }) => ({
        kind,
        device,
        createdAt,
        lastUsedAt,
        expiresAt,
        endedAt,
      }),
    ),
    "submissions.json": submissionRows.map((submission) => ({
      id: submission.id,
      reference: submission.reference,
      status: submission.status,
      boardItem: submission.boardItemId,
      history: parseHistory(submission.statusHistory),
      replyDueAt: submission.replyDueAt,
      form: parseStored(submission.formData),
      files: parseStored(submission.files),
      publishedAt: submission.publishedAt,
      noteFromTheTeam: submission.artistNote,
      storeLinks: parseStored(submission.storeLinks),
      writtenByTheTeam: notesOn(submission.id),
      createdAt: submission.createdAt,
    })),
    "drafts.json": draftRows.map(({ id, answers, createdAt, updatedAt, expiresAt }) => ({
      id,
      answers: parseStored(answers),
      createdAt,
      updatedAt,
      expiresAt,
    })),
    "release-details.json": details.map(({ answers, ...rest }) => ({
      ...rest,
      answers: parseStored(answers),
    })),
    "splits.json": splits.map((split) => ({
      submissionId: split.submissionId,
      trackId: split.trackId,
      songwriter: split.name,
      share: split.share,
      state: split.state,
      note: split.note,
      answeredAt: split.answeredAt,
      createdAt: split.createdAt,
    })),
    "agreements.json": agreements.map((agreement) => ({
      id: agreement.id,
      by: agreement.provider,
      status: agreement.status,
      version: agreement.templateVersion,
      text: agreement.text,
      sha256OfText: agreement.textHash,
      typedName: agreement.typedName,
      signedAt: agreement.signedAt,
      sha256OfPdf: agreement.documentHash,
      createdAt: agreement.createdAt,
    })),
    "mails.json": {
      mails: mails.map(({ kind, subject, recipient, state, textBody, sentAt, createdAt }) => ({
        kind,
        subject,
        to: recipient,
        state,
        sentAt,
        createdAt,
        // The text contains a secret link.
        text: isSecretKind(kind) ? "" : textBody,
      })),
      addresses: addresses.map(({ address, verifiedAt, stoppedAt, stopScope }) => ({
        address,
        verifiedAt,
        stoppedAt,
        stopScope,
      })),
    },
    "links.json": {
      invitations: invitationRows.map((invitation) => ({
        artistName: invitation.artistName,
        email: invitation.email,
        form: parseStored(invitation.prefill),
        openedAt: invitation.openedAt,
        usedAt: invitation.redeemedAt,
        expiresAt: invitation.expiresAt,
        createdAt: invitation.createdAt,
      })),
      linksToComeBack: links.map((link) => ({
        artistName: link.artistName,
        email: link.email,
        uses: link.useCount,
        openedAt: link.openedAt,
        lastUsedAt: link.lastUsedAt,
        expiresAt: link.expiresAt,
        createdAt: link.createdAt,
      })),
    },
    "waiting-list.json": entries.map((entry) => ({
      reference: entry.reference,
      status: entry.status,
      history: parseHistory(entry.statusHistory),
      writtenByTheTeam: notesOn(entry.id),
      left: parseStored(entry.artistData),
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
    })),
    "data-requests.json": requests.map((request) => ({
      kind: request.kind,
      createdAt: request.createdAt,
      dueAt: request.dueAt,
      doneAt: request.doneAt,
      cancelledAt: request.cancelledAt,
      report: parseStored(request.report),
    })),
  };
  const agreementFiles = agreements.flatMap(({ id, documentKey }) =>
    documentKey === null ? [] : [{ path: `Agreements/${id}.pdf`, key: documentKey }],
  );
  const pictureFiles = pictures.map((key) => ({ path: `Picture/${key.split("/").at(-1)}`, key }));
  return {
    texts,
    submissionIds: submissionRows.map(({ id }) => id),
    draftIds: draftRows.map(({ id }) => id),
    files: [...pictureFiles, ...agreementFiles],
  };
}
