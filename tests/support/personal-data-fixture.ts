import { eq, sql } from "drizzle-orm";
import { encodeTime } from "ulidx";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { artists } from "~/domain/artists/artist-tables.server";
import type { JobsFixture } from "./jobs-fixture";

/** A text that is unique to this artist's data. */
export const UNIQUE_MARKER = "Marit-Sund-7f3a";
/** The artist's address as typed. */
export const TYPED_EMAIL = `${UNIQUE_MARKER}@Example.com`;
export const EMAIL = TYPED_EMAIL.toLowerCase();
export const ACCOUNT = "01J0A00000000000000000000A";
/** The id of the artist's entry of the waiting list. */
export const ENTRY = "01J0W000000000000000000001";

/** A ULID of a time. */
export const ulidAt = (time: Date, n: number) =>
  encodeTime(time.getTime(), 10) + String(n).padStart(16, "0");

type Cells = Record<string, string | number | null>;

export async function insertRow({ db }: Pick<JobsFixture, "db">, table: string, cells: Cells) {
  const columns = sql.join(
    Object.keys(cells).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    Object.values(cells).map((value) => sql`${value}`),
    sql`, `,
  );
  await db.run(sql`INSERT INTO ${sql.identifier(table)} (${columns}) VALUES (${values})`);
}

/** The number of rows of a table. */
export async function count({ db }: Pick<JobsFixture, "db">, table: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`);
  return row?.n ?? 0;
}

/** Internal tables and search indexes, which have no data of their own. */
const HIDDEN = /^(sqlite_|_cf_|review_(search|words)|d1_)/;

async function namesOfTables({ db }: Pick<JobsFixture, "db">): Promise<string[]> {
  const tables = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`,
  );
  return tables.map(({ name }) => name).filter((name) => !HIDDEN.test(name));
}

/** The sorted keys of the bucket. */
export async function listBucketKeys({ files }: Pick<JobsFixture, "files">): Promise<string[]> {
  return (await files.list()).objects.map(({ key }) => key).sort();
}

/** Empties all tables and the bucket. */
export async function resetFixture(fixture: JobsFixture): Promise<void> {
  await fixture.reset();
  for (const name of await namesOfTables(fixture))
    await fixture.db.run(sql`DELETE FROM ${sql.identifier(name)}`);
  await fixture.files.delete(await listBucketKeys(fixture));
}

/** The tables that contain a text, in alphabetical order. */
export async function tablesContaining(
  fixture: Pick<JobsFixture, "db">,
  text: string,
): Promise<string[]> {
  const tableNames: string[] = [];
  for (const name of await namesOfTables(fixture)) {
    const rows = await fixture.db.all(sql`SELECT * FROM ${sql.identifier(name)}`);
    if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) tableNames.push(name);
  }
  return tableNames;
}

/** Inserts an audit entry of Ida whose detail names the artist. */
async function insertAuditEntry(
  fixture: JobsFixture,
  action: string,
  subject: string,
  cells: Cells = {},
) {
  await insertRow(fixture, "audit", {
    id: `${action} ${subject}`,
    staff_id: "ida",
    staff_name: "Ida",
    action,
    subject,
    detail: `About ${UNIQUE_MARKER}`,
    created_at: fixture.now().toISOString(),
    ...cells,
  });
}

/** The detail of a subject's audit entry; null where it was removed. */
export async function auditDetailFor({ db }: Pick<JobsFixture, "db">, subject: string) {
  const rows = await db.select().from(audit).where(eq(audit.subject, subject)).orderBy(audit.id);
  return rows.map(({ action, staffName, detail }) => [action, staffName, detail]);
}

/** Inserts a submission of the artist, with a row in every related table, and its files. */
export async function insertSubmission(
  fixture: JobsFixture,
  {
    n,
    status,
    createdAt = fixture.now(),
    artistId = ACCOUNT as string | null,
    key = `artists/${UNIQUE_MARKER}/audio/${n}.wav`,
  }: { n: number; status: string; createdAt?: Date; artistId?: string | null; key?: string },
): Promise<string> {
  const id = ulidAt(createdAt, n);
  const [time, draft, upload] = [createdAt.toISOString(), `draft-${n}`, `upload-${n}`];
  const dates = { created_at: time, updated_at: time };
  const file = {
    uploadId: upload,
    kind: "track",
    slot: "audio:track-1",
    key,
    fileName: `${UNIQUE_MARKER}.wav`,
    contentType: "audio/wav",
    size: 4,
  };
  await insertRow(fixture, "drafts", {
    id: draft,
    key_hash: `key-${n}`,
    answers: JSON.stringify({ artist: { email: TYPED_EMAIL } }),
    completed_steps: "[]",
    submitted_at: time,
    expires_at: time,
    ...dates,
  });
  await insertRow(fixture, "draft_keys", {
    key_hash: `link-${n}`,
    draft_id: draft,
    mailed_to: EMAIL,
    created_at: time,
  });
  await insertRow(fixture, "uploads", {
    id: upload,
    draft_id: draft,
    kind: "track",
    slot: "audio:track-1",
    key,
    size: 4,
    file_name: `${UNIQUE_MARKER}.wav`,
    content_type: "audio/wav",
    multipart_id: "",
    part_size: 4,
    state: "complete",
    sha256: "0".repeat(64),
    ...dates,
  });
  await fixture.files.put(key, "song");
  await insertRow(fixture, "submissions", {
    id,
    draft_id: draft,
    reference: `REF-${n}`,
    artist_name: UNIQUE_MARKER,
    email: TYPED_EMAIL,
    release_title: `${UNIQUE_MARKER} ${n}`,
    form_data: JSON.stringify({ tracks: [], bio: UNIQUE_MARKER }),
    files: JSON.stringify([file]),
    status,
    artist_id: artistId,
    monday_item_id: `item-${n}`,
    status_history: JSON.stringify([
      { status: "pending", at: time },
      { status, at: time },
    ]),
    reply_due_at: time,
    others_left: 1,
    published_at: time,
    ...dates,
  });
  const clip = `artists/${UNIQUE_MARKER}/clips/${n}.wav`;
  await fixture.files.put(clip, "clip");
  await insertRow(fixture, "social_clips", {
    submission_id: id,
    upload_id: upload,
    clip_id: "c",
    track: UNIQUE_MARKER,
    track_number: 1,
    number: 1,
    file_name: `${UNIQUE_MARKER}.wav`,
    release_date: "2027-01-01",
    state: "cut",
    key: clip,
    bytes: 4,
    ...dates,
  });
  await insertRow(fixture, "track_findings", {
    upload_id: upload,
    findings: "null",
    created_at: time,
  });
  await insertRow(fixture, "board_parts", {
    submission_id: id,
    part: "columns",
    hash: UNIQUE_MARKER,
    ...dates,
  });
  await insertRow(fixture, "drive_folders", {
    submission_id: id,
    folder: "artist",
    drive_id: `folder-${n}`,
    lease_until: time,
    created_at: time,
  });
  await insertRow(fixture, "drive_files", { source_id: upload, submission_id: id, ...dates });
  await insertRow(fixture, "link_endings", { scope: id, valid_from: 1, ...dates });
  await insertRow(fixture, "release_details", {
    submission_id: id,
    answers: UNIQUE_MARKER,
    ...dates,
  });
  const proof = `proofs/release-${n}/1`;
  await fixture.files.put(proof, "pdf");
  await insertRow(fixture, "rights_proofs", {
    id: `proof-${n}`,
    submission_id: id,
    track_id: "",
    question: "workForHire",
    file_name: `${UNIQUE_MARKER}.pdf`,
    kind: "pdf",
    size: 3,
    sha256: "h",
    key: proof,
    created_at: time,
  });
  await insertRow(fixture, "split_confirmations", {
    id: `split-${n}`,
    submission_id: id,
    track_id: "t",
    songwriter_id: "s",
    name: UNIQUE_MARKER,
    email: `writer-${UNIQUE_MARKER}@example.com`,
    share: 50,
    split_hash: "h",
    token_hash: `split-${n}`,
    ...dates,
  });
  await insertRow(fixture, "staff_notes", {
    id: `note-${n}`,
    item_id: id,
    staff_id: "ida",
    staff_name: "Ida",
    text: UNIQUE_MARKER,
    created_at: time,
  });
  await insertRow(fixture, "staff_mentions", {
    staff_id: "bo",
    note_id: `note-${n}`,
    item_id: id,
    created_at: time,
  });
  const tags = JSON.stringify([UNIQUE_MARKER]);
  await fixture.db.run(sql`UPDATE review_items SET tags = ${tags} WHERE id = ${id}`);
  for (const action of ["status-set", "artist-note-written"])
    await insertAuditEntry(fixture, action, id);
  await insertRow(fixture, "jobs", {
    id: `job-${n}`,
    type: "sync-board",
    submission_id: id,
    state: "done",
    ...dates,
  });
  await insertRow(fixture, "job_events", {
    job_id: `job-${n}`,
    attempt: 1,
    outcome: "done",
    detail: UNIQUE_MARKER,
    at: time,
  });
  await insertRow(fixture, "mail_outbox", {
    id: `mail-${n}`,
    dedupe_key: `confirmation:${id}`,
    kind: "confirmation",
    subject: UNIQUE_MARKER,
    recipient: TYPED_EMAIL,
    address: EMAIL,
    mailbox: EMAIL,
    submission_id: id,
    state: "sent",
    text_body: UNIQUE_MARKER,
    html_body: UNIQUE_MARKER,
    created_at: time,
  });
  return id;
}

/** Inserts the account, with a row in every related table. */
export async function insertAccount(fixture: JobsFixture): Promise<void> {
  const createdAt = fixture.now();
  const time = createdAt.toISOString();
  const expiresAt = new Date(createdAt.getTime() + 86_400_000 * 400).toISOString();
  const dates = { created_at: time, updated_at: time };
  const picture = `artists/${UNIQUE_MARKER}/picture/256.jpg`;
  await fixture.files.put(picture, "face");
  await fixture.db.insert(artists).values({
    id: ACCOUNT,
    artistId: "A-7K4P29",
    codeMark: UNIQUE_MARKER,
    email: EMAIL,
    publishedAt: time,
    profile: JSON.stringify({ artistName: UNIQUE_MARKER, name: UNIQUE_MARKER }),
    picture: JSON.stringify({ variants: [{ key: picture, width: 256 }], type: "image/jpeg" }),
    createdAt: time,
    updatedAt: time,
  });
  await insertRow(fixture, "artist_sessions", {
    id: "session",
    artist_id: ACCOUNT,
    kind: "browser",
    token_hash: "t",
    code_mark: UNIQUE_MARKER,
    device: `Firefox of ${UNIQUE_MARKER}`,
    created_at: time,
    last_used_at: time,
    expires_at: expiresAt,
  });
  await insertRow(fixture, "artist_links", {
    token_hash: "l",
    artist_id: ACCOUNT,
    kind: "sign-in",
    email: EMAIL,
    created_at: time,
    expires_at: expiresAt,
  });
  const draft = {
    key_hash: "open",
    answers: JSON.stringify({ artist: { email: TYPED_EMAIL }, x: UNIQUE_MARKER }),
  };
  await insertRow(fixture, "drafts", {
    id: "open-draft",
    ...draft,
    completed_steps: "[]",
    expires_at: expiresAt,
    prefill: UNIQUE_MARKER,
    ...dates,
  });
  await fixture.files.put("open.wav", "song");
  await insertRow(fixture, "uploads", {
    id: "open-upload",
    draft_id: "open-draft",
    kind: "track",
    slot: "audio:track-1",
    size: 4,
    key: "open.wav",
    file_name: `${UNIQUE_MARKER}.wav`,
    content_type: "audio/wav",
    multipart_id: "",
    part_size: 4,
    state: "complete",
    sha256: "0".repeat(64),
    ...dates,
  });
  await insertRow(fixture, "waiting_list", {
    id: ENTRY,
    reference: "W",
    artist_name: UNIQUE_MARKER,
    email: EMAIL,
    listen_link: `https://${UNIQUE_MARKER}.example`,
    artist_data: UNIQUE_MARKER,
    status_history: "[]",
    reply_due_at: time,
    monday_item_id: "item-w",
    ...dates,
  });
  await insertAuditEntry(fixture, "account-made", ACCOUNT);
  await insertAuditEntry(fixture, "status-set", ENTRY);
  await insertAuditEntry(fixture, "invitation-made", "i");
  await insertAuditEntry(fixture, "returning-link-made", "r");
  await insertAuditEntry(fixture, "agreement-signed", "signed", {
    staff_id: "artist:A-7K4P29",
    staff_name: `${UNIQUE_MARKER} (A-7K4P29)`,
  });
  await insertRow(fixture, "invitations", {
    id: "i",
    token_hash: "i",
    artist_name: UNIQUE_MARKER,
    email: TYPED_EMAIL,
    prefill: UNIQUE_MARKER,
    expires_at: expiresAt,
    created_at: time,
  });
  await insertRow(fixture, "returning_links", {
    id: "r",
    token_hash: "returning-hash",
    artist_name: UNIQUE_MARKER,
    email: EMAIL,
    expires_at: expiresAt,
    created_at: time,
  });
  await insertRow(fixture, "mail_outbox", {
    id: "mail",
    dedupe_key: "sign-in",
    kind: "sign-in-link",
    subject: UNIQUE_MARKER,
    recipient: TYPED_EMAIL,
    address: EMAIL,
    mailbox: EMAIL,
    text_body: "",
    html_body: "",
    created_at: time,
  });
  await insertRow(fixture, "jobs", {
    id: "mail-job",
    type: "send-mail",
    subject: "mail",
    ...dates,
  });
  await insertRow(fixture, "mail_addresses", {
    address: EMAIL,
    verified_at: time,
    created_at: time,
  });
  for (const status of ["signed", "declined"]) {
    const document = `artists/${UNIQUE_MARKER}/${status}.pdf`;
    await fixture.files.put(document, "pdf");
    await insertRow(fixture, "signature_requests", {
      id: status,
      artist_id: ACCOUNT,
      provider: "portal",
      status,
      template_version: "1",
      text_hash: "h",
      text: `Between us and ${UNIQUE_MARKER}`,
      typed_name: UNIQUE_MARKER,
      document_key: document,
      expires_at: time,
      ...dates,
    });
  }
}
