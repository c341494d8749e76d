import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { SIGNED_ON_PAPER } from "~/domain/submission/record/signed-agreement.server";
import type { Database } from "~/platform/database.server";
import { statusesWith } from "~/reference/statuses";
import { findIsrcDoubles } from "./isrc-doubles.server";

/** What of an entry its background is found by; null where it has no such thing. */
export interface BackgroundSubject {
  id: string;
  email: string;
  artistId: string | null;
  /** The invitation or the returning artist's link that it came by. */
  linkId: string | null;
  /** Null for an entry of the waiting list. */
  draftId: string | null;
}

const relatedSchema = v.object({
  id: v.string(),
  kind: v.picklist(["submission", "waiting"]),
  reference: v.string(),
  artistName: v.string(),
  title: v.string(),
  status: v.string(),
  createdAt: v.string(),
  /** Number of colleagues' notes. */
  notes: v.number(),
});
/** Another entry. Times are ISO strings in UTC. */
export type RelatedEntry = v.InferOutput<typeof relatedSchema>;

const linkSchema = v.object({
  kind: v.picklist(["invited", "returning"]),
  artistName: v.string(),
  email: v.string(),
  /** Who made it; null for links of earlier versions. */
  staffName: v.nullable(v.string()),
  createdAt: v.string(),
});

const resentSchema = v.object({
  direction: v.picklist(["from", "as"]),
  ...relatedSchema.entries,
});

const agreementSchema = v.object({
  /** Null for one on paper. */
  version: v.nullable(v.string()),
  /** The staff who noted one on paper; else null. */
  staffName: v.nullable(v.string()),
  signedAt: v.string(),
});

const splitsSchema = v.object({
  asked: v.number(),
  confirmed: v.number(),
  disputed: v.number(),
});

const sameAudioSchema = v.object({
  uploadId: v.string(),
  otherUploadId: v.string(),
  /** Whether the files are equal to the last byte, tags included. */
  isSameFile: v.pipe(
    v.number(),
    v.transform((found) => found === 1),
  ),
  ...relatedSchema.entries,
});

export const MAX_RELATED = 20;
const MAX_WAITING = 5;
const MAX_AGREEMENTS = 5;

const RELATED_COLUMNS = sql.raw(`item.id, item.kind, item.reference, item.artist_name AS artistName,
  item.title, item.status, item.created_at AS createdAt,
  (SELECT count(*) FROM staff_notes AS note WHERE note.item_id = item.id) AS notes`);

/** The latest submissions that one column finds; each half of the union has its own index. */
const submissionIds = (column: SQL, value: string | null) =>
  sql`SELECT id FROM (SELECT id FROM submissions WHERE ${column} = ${value}
    ORDER BY id DESC LIMIT ${MAX_RELATED + 2})`;

function submissionsQuery({ id, artistId, linkId }: BackgroundSubject, email: string | null) {
  return sql`SELECT ${RELATED_COLUMNS} FROM (
      ${submissionIds(sql`lower(email)`, email)}
      UNION ${submissionIds(sql`artist_id`, artistId)}
      UNION ${submissionIds(sql`link_id`, linkId)}
    ) AS found CROSS JOIN review_items AS item ON item.id = found.id
    WHERE found.id <> ${id} ORDER BY found.id DESC LIMIT ${MAX_RELATED + 1}`;
}

function waitingQuery({ id }: BackgroundSubject, email: string | null) {
  return sql`SELECT ${RELATED_COLUMNS} FROM (SELECT id FROM waiting_list WHERE email = ${email}
      AND id <> ${id} ORDER BY id DESC LIMIT ${MAX_WAITING}) AS found
    CROSS JOIN review_items AS item ON item.id = found.id ORDER BY found.id DESC`;
}

function linkQuery({ linkId }: BackgroundSubject) {
  const columns = sql.raw(
    "artist_name AS artistName, email, staff_name AS staffName, created_at AS createdAt",
  );
  return sql`SELECT 'invited' AS kind, ${columns} FROM invitations WHERE id = ${linkId}
    UNION ALL SELECT 'returning', ${columns} FROM returning_links WHERE id = ${linkId}`;
}

function resentQuery({ id, draftId }: BackgroundSubject) {
  return sql`SELECT 'from' AS direction, ${RELATED_COLUMNS} FROM drafts AS draft
      CROSS JOIN review_items AS item ON item.id = draft.resend_of WHERE draft.id = ${draftId}
    UNION ALL SELECT 'as', ${RELATED_COLUMNS} FROM drafts AS draft
      CROSS JOIN submissions AS later ON later.draft_id = draft.id
      CROSS JOIN review_items AS item ON item.id = later.id
      WHERE draft.resend_of = ${id} AND draft.expired_at IS NULL`;
}

function agreementsQuery({ id, artistId }: BackgroundSubject) {
  return sql`SELECT * FROM (
      SELECT template_version AS version, NULL AS staffName, signed_at AS signedAt
        FROM signature_requests WHERE artist_id = ${artistId} AND status = 'signed'
        ORDER BY id DESC LIMIT ${MAX_AGREEMENTS})
    UNION ALL SELECT NULL, staff_name, created_at FROM audit INDEXED BY audit_by_subject
      WHERE subject = ${id} AND action = ${SIGNED_ON_PAPER}
    ORDER BY signedAt DESC`;
}

const splitsQuery = ({ id }: BackgroundSubject) =>
  sql`SELECT count(*) AS asked, count(*) FILTER (WHERE state = 'confirmed') AS confirmed,
      count(*) FILTER (WHERE state = 'disputed') AS disputed
    FROM split_confirmations WHERE submission_id = ${id} AND state <> 'replaced'`;

/** The same file by its hash, and the same audio under other tags by its fingerprint. */
function sameAudioQuery({ draftId }: BackgroundSubject) {
  // Without statistics the planner would take the index of all complete uploads.
  const mine = sql`uploads AS mine INDEXED BY uploads_by_draft`;
  const isMine = sql`mine.draft_id = ${draftId} AND mine.kind = 'track' AND mine.state = 'complete'`;
  const isOther = sql`other.draft_id <> mine.draft_id AND other.kind = 'track' AND other.state = 'complete'`;
  return sql`SELECT found.uploadId, found.otherUploadId, max(found.isSameFile) AS isSameFile, ${RELATED_COLUMNS} FROM (
      SELECT mine.id AS uploadId, other.id AS otherUploadId, 1 AS isSameFile, other.draft_id AS draftId FROM ${mine}
        CROSS JOIN uploads AS other ON other.sha256 = mine.sha256
        WHERE ${isMine} AND ${isOther}
      UNION SELECT mine.id, other.id, 0, other.draft_id FROM ${mine}
        CROSS JOIN track_findings AS heard ON heard.upload_id = mine.id
        CROSS JOIN track_findings AS same
          ON same.findings ->> '$.fingerprint' = heard.findings ->> '$.fingerprint'
        CROSS JOIN uploads AS other ON other.id = same.upload_id
        WHERE ${isMine} AND ${isOther}
    ) AS found CROSS JOIN submissions AS sent ON sent.draft_id = found.draftId
    CROSS JOIN review_items AS item ON item.id = sent.id
    GROUP BY found.uploadId, item.id ORDER BY item.id DESC LIMIT ${MAX_RELATED}`;
}

const refused: ReadonlySet<string> = new Set(statusesWith(({ outcome }) => outcome === "no"));

const NO_SPLITS = { asked: 0, confirmed: 0, disputed: 0 };

/** Reads rows in a batch; raw SQL alone would lose its parameters there. */
function readRows(db: Database, { entries }: { entries: object }, query: SQL) {
  const columns = Object.keys(entries).map((name) => [name, sql`${sql.identifier(name)}`] as const);
  return db.select(Object.fromEntries(columns)).from(sql`(${query}) AS found`);
}

const latestFirst = (left: { id: string }, right: { id: string }) => (left.id < right.id ? 1 : -1);

/** What is known here of an entry's artist and of how it came. Each query is by an index. */
export async function artistBackground(db: Database, subject: BackgroundSubject) {
  const email = subject.email.trim().toLowerCase() || null;
  const [links, resent, others, waiting, agreements, splits, sameAudio] = await db.batch([
    readRows(db, linkSchema, linkQuery(subject)),
    readRows(db, resentSchema, resentQuery(subject)),
    readRows(db, relatedSchema, submissionsQuery(subject, email)),
    readRows(db, relatedSchema, waitingQuery(subject, email)),
    readRows(db, agreementSchema, agreementsQuery(subject)),
    readRows(db, splitsSchema, splitsQuery(subject)),
    readRows(db, sameAudioSchema, sameAudioQuery(subject)),
  ]);
  const resends = v.parse(v.array(resentSchema), resent);
  const resentIds = resends.map(({ id }) => id);
  const related = v.parse(v.array(relatedSchema), others).sort(latestFirst);
  // What was sent again has the same files and codes, of course.
  const isNotResent = ({ id }: { id: string }) => !resentIds.includes(id);
  const doubles = await findIsrcDoubles(db, subject.id, {
    sameAudio: v.parse(v.array(sameAudioSchema), sameAudio).filter(isNotResent).sort(latestFirst),
    others: related.filter(
      (entry) => isNotResent(entry) && !refused.has(entry.status.toLowerCase()),
    ),
  });
  return {
    /** The link that it came by, if it is still kept. */
    link: v.parse(v.array(linkSchema), links)[0],
    /** The rejected submission that it corrects, and the one that corrects it. */
    resentFrom: resends.find(({ direction }) => direction === "from"),
    resentAs: resends.find(({ direction }) => direction === "as"),
    /** Others of the same account, address or link, latest first. */
    submissions: related.slice(0, MAX_RELATED),
    hasMoreSubmissions: related.length > MAX_RELATED,
    /** Entries of the waiting list with the same address, latest first. */
    waitingEntries: v.parse(v.array(relatedSchema), waiting).sort(latestFirst),
    /** Latest first. */
    agreements: v.parse(v.array(agreementSchema), agreements),
    splits: v.parse(v.array(splitsSchema), splits)[0] ?? NO_SPLITS,
    /** Tracks of other submissions with the same audio, latest first; those with the same ISRC and other audio. */
    ...doubles,
  };
}

export type ArtistBackground = Awaited<ReturnType<typeof artistBackground>>;
