import { and, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { isSecretKind } from "~/domain/mail/mail-kinds";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import { parseJson } from "~/platform/formats/parse-json";
import { type DataSubject, isTheirSubmission } from "./data-subject.server";
import { type PersonalRows, readPersonalRows } from "./personal-rows.server";
import type { ExportFile } from "./read-me";

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

const notesOn = (notes: PersonalRows["notes"], id: string) =>
  notes.flatMap(({ about, ...note }) => (about === id ? [note] : []));

function accountTexts(
  row: PersonalRows["accounts"][number]["row"],
  { formerAddresses, sessions }: PersonalRows,
) {
  return {
    "account.json": {
      artistId: row.artistId,
      email: row.email,
      status: row.status,
      formerAddresses: formerAddresses.map(({ email, until }) => ({ email, until })),
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
  };
}

function submissionTexts({ submissions, drafts, notes }: PersonalRows) {
  return {
    "submissions.json": submissions.map((submission) => ({
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
      writtenByTheTeam: notesOn(notes, submission.id),
      createdAt: submission.createdAt,
    })),
    "drafts.json": drafts.map(({ id, answers, createdAt, updatedAt, expiresAt }) => ({
      id,
      answers: parseStored(answers),
      createdAt,
      updatedAt,
      expiresAt,
    })),
  };
}

function releaseTexts({ details, splits, agreements }: PersonalRows) {
  return {
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
  };
}

function mailTexts({ mails, addresses, invitations, links }: PersonalRows) {
  return {
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
      invitations: invitations.map((invitation) => ({
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
  };
}

function requestTexts({ entries, notes, requests }: PersonalRows) {
  return {
    "waiting-list.json": entries.map((entry) => ({
      reference: entry.reference,
      status: entry.status,
      history: parseHistory(entry.statusHistory),
      writtenByTheTeam: notesOn(notes, entry.id),
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
}

/**
 * Reads all data of an artist. It contains no tokens or codes, and of co-writers only names and
 * answers, no addresses.
 */
export async function readPersonalData(
  db: Database,
  subject: DataSubject,
): Promise<PersonalData | undefined> {
  const rows = await readPersonalRows(db, subject);
  const account = rows.accounts[0];
  if (!account) return undefined;
  const pictures = v.parse(keysSchema, parseStored(account.keys) ?? []);
  const pictureFiles = pictures.map((key) => ({ path: `Picture/${key.split("/").at(-1)}`, key }));
  const agreementFiles = rows.agreements.flatMap(({ id, documentKey }) =>
    documentKey === null ? [] : [{ path: `Agreements/${id}.pdf`, key: documentKey }],
  );
  return {
    texts: {
      ...accountTexts(account.row, rows),
      ...submissionTexts(rows),
      ...releaseTexts(rows),
      ...mailTexts(rows),
      ...requestTexts(rows),
    },
    submissionIds: rows.submissions.map(({ id }) => id),
    draftIds: rows.drafts.map(({ id }) => id),
    files: [...pictureFiles, ...agreementFiles],
  };
}
