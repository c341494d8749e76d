import { eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  artistSessions,
  artists,
  dataRequests,
  formerAddresses,
  releaseDetails,
  signatureRequests,
  splitConfirmations,
} from "~/artists/artist-tables.server";
import { invitations, returningLinks, waitingList } from "~/entry/entry-tables.server";
import { isSecretKind } from "~/mail/mail";
import { mailAddresses, mailOutbox } from "~/mail/mail-tables.server";
import type { Database } from "~/platform/database.server";
import { auditDetailsOf } from "~/staff/audit.server";
import { drafts, submissions } from "~/submission/submission-tables.server";
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

/** A stored text of JSON as what it says; a text that is none stays one. */
function opened(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const wordSchema = v.array(
  v.object({
    status: v.optional(v.string()),
    at: v.optional(v.string()),
    reason: v.optional(v.string()),
  }),
);

/** What became of a submission, without who of our team said so. */
function historyOf(text: string): unknown {
  const words = v.safeParse(wordSchema, opened(text));
  return words.success ? words.output : [];
}

const pictureKeys = sql<string>`(SELECT json_group_array(variant.atom)
  FROM json_tree(${artists.picture}) AS variant WHERE variant.type = 'text'
  AND variant.atom LIKE '%_/_%' AND variant.atom NOT LIKE '%/' AND variant.atom LIKE '%.%')`;

const keysSchema = v.array(v.string());

/** Where files of an account lie that belong to no submission: picture and signed agreements. */
interface AccountFile {
  path: string;
  key: string;
}

/** Everything held about an artist, as the texts of the download, and what its files are found by. */
export interface PersonalData {
  texts: Record<ExportFile, unknown>;
  submissionIds: string[];
  draftIds: string[];
  files: AccountFile[];
}

/**
 * Reads everything that is held about an artist. No code from which a link or a sign-in could be made is
 * in it, nor how to reach anybody else: of co-writers the names that were given, and what they answered.
 */
export async function readPersonalData(
  db: Database,
  whose: DataSubject,
): Promise<PersonalData | undefined> {
  const { artistId } = whose;
  const theirs = sql`(SELECT ${submissions.id} FROM ${submissions} WHERE ${isTheirSubmission(whose)})`;
  const [accounts, sessions, submissionRows, draftRows, details, splits, agreements, mails] =
    await db.batch([
      db.select({ row: artists, keys: pictureKeys }).from(artists).where(eq(artists.id, artistId)),
      db.select().from(artistSessions).where(eq(artistSessions.artistId, artistId)),
      db.select().from(submissions).where(isTheirSubmission(whose)).orderBy(submissions.id),
      db.select().from(drafts).where(isTheirDraft(whose)),
      db.select().from(releaseDetails).where(inArray(releaseDetails.submissionId, theirs)),
      db.select().from(splitConfirmations).where(inArray(splitConfirmations.submissionId, theirs)),
      db.select().from(signatureRequests).where(eq(signatureRequests.artistId, artistId)),
      db.select().from(mailOutbox).where(isTheirMail(whose)).orderBy(mailOutbox.id),
    ]);
  const theirItems = sql`(SELECT id FROM ${theirs} UNION ALL
    SELECT ${waitingList.id} FROM ${waitingList} WHERE ${isTheirEntry(whose)})`;
  const [addresses, invitationRows, links, entries, requests, words, formerRows] = await db.batch([
    db.select().from(mailAddresses).where(isTheirMailAddress(whose)),
    db.select().from(invitations).where(isTheirInvitation(whose)),
    db.select().from(returningLinks).where(isTheirLink(whose)),
    db.select().from(waitingList).where(isTheirEntry(whose)),
    db.select().from(dataRequests).where(eq(dataRequests.artistId, artistId)),
    auditDetailsOf(db, theirItems),
    db.select().from(formerAddresses).where(eq(formerAddresses.artistId, artistId)),
  ]);
  const wordsOn = (id: string) =>
    words.flatMap(({ about, ...word }) => (about === id ? [word] : []));
  const account = accounts[0];
  if (!account) return undefined;
  const pictures = v.parse(keysSchema, opened(account.keys) ?? []);
  const { row } = account;
  const texts: PersonalData["texts"] = {
    "account.json": {
      artistId: row.artistId,
      email: row.email,
      status: row.status,
      formerAddresses: formerRows.map(({ email, until }) => ({ email, until })),
      profile: opened(row.profile),
      typedAndNotSaved: opened(row.typed),
      mailChoices: opened(row.mailChoices),
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
    "submissions.json": submissionRows.map((one) => ({
      id: one.id,
      reference: one.reference,
      status: one.status,
      boardItem: one.mondayItemId,
      history: historyOf(one.statusHistory),
      replyDueAt: one.replyDueAt,
      form: opened(one.formData),
      files: opened(one.files),
      publishedAt: one.publishedAt,
      noteFromTheTeam: one.artistNote,
      storeLinks: opened(one.storeLinks),
      writtenByTheTeam: wordsOn(one.id),
      createdAt: one.createdAt,
    })),
    "drafts.json": draftRows.map(({ id, answers, createdAt, updatedAt, expiresAt }) => ({
      id,
      answers: opened(answers),
      createdAt,
      updatedAt,
      expiresAt,
    })),
    "release-details.json": details.map(({ answers, ...rest }) => ({
      ...rest,
      answers: opened(answers),
    })),
    "splits.json": splits.map((one) => ({
      submissionId: one.submissionId,
      trackId: one.trackId,
      songwriter: one.name,
      share: one.share,
      state: one.state,
      note: one.note,
      answeredAt: one.answeredAt,
      createdAt: one.createdAt,
    })),
    "agreements.json": agreements.map((one) => ({
      id: one.id,
      by: one.provider,
      status: one.status,
      version: one.templateVersion,
      text: one.text,
      sha256OfText: one.textHash,
      typedName: one.typedName,
      signedAt: one.signedAt,
      sha256OfPdf: one.documentHash,
      createdAt: one.createdAt,
    })),
    "mails.json": {
      mails: mails.map(({ kind, subject, recipient, state, textBody, sentAt, createdAt }) => ({
        kind,
        subject,
        to: recipient,
        state,
        sentAt,
        createdAt,
        // A link that opens something goes by mail alone.
        text: isSecretKind(kind) ? "" : textBody,
      })),
      addresses: addresses.map(({ address, verifiedAt, stoppedAt }) => ({
        address,
        verifiedAt,
        stoppedAt,
      })),
    },
    "links.json": {
      invitations: invitationRows.map((one) => ({
        artistName: one.artistName,
        email: one.email,
        form: opened(one.prefill),
        openedAt: one.openedAt,
        usedAt: one.redeemedAt,
        expiresAt: one.expiresAt,
        createdAt: one.createdAt,
      })),
      linksToComeBack: links.map((one) => ({
        artistName: one.artistName,
        email: one.email,
        uses: one.useCount,
        openedAt: one.openedAt,
        lastUsedAt: one.lastUsedAt,
        expiresAt: one.expiresAt,
        createdAt: one.createdAt,
      })),
    },
    "waiting-list.json": entries.map((one) => ({
      reference: one.reference,
      status: one.status,
      history: historyOf(one.statusHistory),
      writtenByTheTeam: wordsOn(one.id),
      left: opened(one.artistData),
      createdAt: one.createdAt,
      updatedAt: one.updatedAt,
    })),
    "data-requests.json": requests.map((one) => ({
      kind: one.kind,
      createdAt: one.createdAt,
      dueAt: one.dueAt,
      doneAt: one.doneAt,
      cancelledAt: one.cancelledAt,
      report: opened(one.report),
    })),
  };
  const agreementFiles = agreements.flatMap(({ id, documentKey }) =>
    documentKey === null ? [] : [{ path: `Agreements/${id}.pdf`, key: documentKey }],
  );
  const faces = pictures.map((key) => ({ path: `Picture/${key.split("/").at(-1)}`, key }));
  return {
    texts,
    submissionIds: submissionRows.map(({ id }) => id),
    draftIds: draftRows.map(({ id }) => id),
    files: [...faces, ...agreementFiles],
  };
}
