import { signedInArtist } from "./accounts";
import type { AppServer } from "./app-server";
import { openStoreReader, type StoreReader } from "./app-stores";
import { findDraftRow, sha256 } from "./drafts";
import {
  artistStep,
  createLongestDraft,
  expectOk,
  LONGEST_VALUES,
  spotifyId,
} from "./longest-values";
import { Visitor } from "./visitor";
import { createTestLink } from "./visitors";

const { name, email, file, link, prose } = LONGEST_VALUES;
/** The longest name for a staff sign-in. */
export const STAFF_NAME = "W".repeat(60);

type Cells = Record<string, string | number | null>;

async function insertRow(store: StoreReader, table: string, cells: Cells): Promise<void> {
  const names = Object.keys(cells);
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await store.rows(sql, ...Object.values(cells));
}

/** Inserts failures and incidents. */
async function insertIncidents(store: StoreReader, timestamp: string): Promise<void> {
  const trouble = { stage: "W".repeat(80), severity: "HIGH", message: prose, url: link };
  await insertRow(store, "error_groups", {
    id: "g",
    source: "browser",
    category: "upload",
    frame: name,
    count: 3,
    ...trouble,
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    releases: JSON.stringify([name]),
  });
  await insertRow(store, "error_reports", {
    id: "01REPORT",
    fingerprint: "f",
    group_id: "g",
    category: "upload",
    ...trouble,
    stack: prose,
    user_agent: name,
    occurred_at: timestamp,
    release: name,
    created_at: timestamp,
    metadata: JSON.stringify({ fileName: file, note: prose }),
    submission_id: name,
  });
  const incident = {
    rule: "health",
    opened_at: timestamp,
    last_seen_at: timestamp,
    mailed_at: timestamp,
    detail: prose,
  };
  await insertRow(store, "incidents", { id: "01OPEN", subject: "board", ...incident });
  await insertRow(store, "incidents", {
    id: "01OVER",
    subject: name,
    closed_at: timestamp,
    ...incident,
  });
  await insertRow(store, "alert_silences", {
    rule: "health",
    subject: "board",
    until: "2099-01-01T00:00:00.000Z",
    staff_id: "w",
    staff_name: STAFF_NAME,
    created_at: timestamp,
  });
  await insertRow(store, "health_checks", {
    at: timestamp,
    integration: "board",
    ok: 0,
    ms: 9,
    detail: prose,
  });
  await insertRow(store, "jobs", {
    id: "01JOB",
    type: "sync-board",
    subject: name,
    state: "failed",
    attempts: 12,
    last_error: prose,
    created_at: timestamp,
    updated_at: timestamp,
  });
  await insertRow(store, "job_events", {
    job_id: "01JOB",
    attempt: 1,
    outcome: "failed",
    reason: name,
    detail: prose,
    at: timestamp,
    staff_id: "w",
    staff_name: STAFF_NAME,
  });
  await insertRow(store, "dead_letters", {
    job_id: name,
    body: prose,
    reason: name,
    at: timestamp,
  });
  for (const [n, state] of ["waiting", "failed", "stopped", "unconfirmed", "sent"].entries())
    await insertRow(store, "mail_outbox", {
      id: `01MAIL${n}`,
      dedupe_key: `wide-${n}`,
      kind: "confirmation",
      recipient: email,
      state,
      address: email,
      mailbox: email,
      subject: name,
      text_body: prose,
      attempts: 1,
      html_body: `<p>${prose}</p>`,
      last_error: prose,
      created_at: timestamp,
    });
  await insertRow(store, "audit", {
    id: "01DEED",
    staff_id: "w",
    staff_name: STAFF_NAME,
    action: "note-written",
    subject: name,
    detail: prose,
    created_at: timestamp,
  });
}

/** Inserts links of both kinds, and a list of mailed links. */
async function putLinks(
  store: StoreReader,
  waiting: string,
): Promise<{ invitationPath: string; returning: string }> {
  const linkColumns = { staff_id: "w", staff_name: STAFF_NAME, artist_name: name, email };
  const { country, ...answers } = artistStep;
  const prefill = JSON.stringify({ ...answers, country, listenLink: link });
  const linkOptions = {
    columns: { ...linkColumns, prefill, waiting_list_id: waiting },
    store,
    email,
  };
  const { path: invitationPath } = await createTestLink("invited", linkOptions);
  const { path: returning } = await createTestLink("returning", {
    columns: linkColumns,
    store,
    email,
  });
  await insertRow(store, "link_mailings", {
    id: "mailing",
    tokens: "",
    total: 9,
    done: 9,
    written: 3,
    job_id: "01JOB",
    staff_id: "w",
    staff_name: STAFF_NAME,
    created_at: new Date().toISOString(),
  });
  return { invitationPath, returning };
}

async function insertEntry(store: StoreReader, id: string, timestamp: string): Promise<void> {
  const { artistName: _, email: __, ...answers } = artistStep;
  await insertRow(store, "waiting_list", {
    id,
    reference: id,
    artist_name: name,
    email,
    listen_link: link,
    artist_data: JSON.stringify({ ...answers, projectDescription: prose }),
    status_history: JSON.stringify([{ status: "pending", at: timestamp }]),
    reply_due_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  });
}

const wideProfile = {
  artistName: name,
  name: "W".repeat(120),
  nationality: name,
  country: name,
  city: name,
  biography: "W".repeat(2_000),
  website: link,
  pplId: "W".repeat(40),
  prsId: "W".repeat(40),
  spotifyProfile: `https://open.spotify.com/artist/${spotifyId}`,
  appleMusicProfile: `https://music.apple.com/${"w".repeat(460)}`,
  soundcloudProfile: `https://soundcloud.com/${"w".repeat(460)}`,
  instagramProfile: `https://instagram.com/${"w".repeat(460)}`,
  tiktokProfile: `https://tiktok.com/${"w".repeat(460)}`,
};

const writers = JSON.stringify([name, [name, 60], [`V${name}`, 40]]);

/** Fills an app with long texts everywhere that pages show texts. */
export async function fillWithLongText(app: AppServer) {
  const store = openStoreReader(app.url);
  const timestamp = new Date().toISOString();
  const { artist, visitor: member } = await signedInArtist(wideProfile, app);
  const submissionIds: string[] = [];
  let sender = new Visitor(app.url);
  for (const status of ["pending", "in progress", "failed", "live"]) {
    sender = await createLongestDraft(new Visitor(app.url));
    await expectOk(await sender.post("/submit/review", { intent: "submit" }));
    const { id: draftId } = await findDraftRow(store, sender);
    const history = JSON.stringify([
      { status: "pending", at: timestamp },
      { status, at: timestamp, reason: prose, by: STAFF_NAME },
    ]);
    const [row] = await store.rows(
      `UPDATE submissions SET artist_id = ?, status = ?, status_history = ?, artist_note = ?,
        artist_note_at = ?, store_links = ?, published_at = ? WHERE draft_id = ? RETURNING id`,
      ...[artist.id, status, history, prose, timestamp],
      JSON.stringify([link]),
      ...[status === "live" ? timestamp : null, draftId],
    );
    submissionIds.push(String(row?.id));
    await insertRow(store, "staff_notes", {
      id: `note-${row?.id}`,
      item_id: String(row?.id),
      staff_id: "w",
      staff_name: STAFF_NAME,
      text: "W".repeat(4_000),
      created_at: timestamp,
    });
    await store.rows(
      "UPDATE review_items SET assigned_to = 'w', assigned_name = ? WHERE id = ?",
      "W".repeat(60),
      String(row?.id),
    );
  }
  const [, submissionId = ""] = submissionIds;
  await store.rows(
    `UPDATE social_clips SET state = 'failed', note = ?, reason = ? WHERE submission_id = ?`,
    ...[prose, prose, submissionIds[0] ?? ""],
  );
  const token = "5".repeat(48);
  for (const [n, state] of ["waiting", "confirmed", "disputed"].entries())
    await insertRow(store, "split_confirmations", {
      id: `split-${n}`,
      submission_id: submissionId,
      track_id: "track-1",
      name,
      share: 60,
      songwriter_id: `writer-${n}`,
      email,
      split: writers,
      split_hash: "h",
      state,
      note: prose,
      token_hash: n === 0 ? sha256(Buffer.from(token)) : `h${n}`,
      created_at: timestamp,
      updated_at: timestamp,
    });
  await store.rows(
    "UPDATE artists SET email = ?, published_at = ? WHERE id = ?",
    email,
    timestamp,
    artist.id,
  );
  await store.rows("UPDATE artist_sessions SET device = ? WHERE artist_id = ?", name, artist.id);
  await insertRow(store, "artist_sessions", {
    id: "token",
    artist_id: artist.id,
    kind: "token",
    token_hash: "x",
    code_mark: "x",
    device: STAFF_NAME,
    created_at: timestamp,
    last_used_at: timestamp,
    expires_at: "2099-01-01T00:00:00.000Z",
  });
  await insertRow(store, "data_requests", {
    id: "01REQUEST",
    artist_id: artist.id,
    kind: "deletion",
    due_at: "2099-01-01T00:00:00.000Z",
    starts_at: "2099-01-01T00:00:00.000Z",
    created_at: timestamp,
  });
  const [waiting, uninvitedId] = ["01J0W000000000000000000001", "01J0W000000000000000000002"];
  await insertEntry(store, waiting, timestamp);
  await insertEntry(store, uninvitedId, timestamp);
  const links = await putLinks(store, waiting);
  await insertIncidents(store, timestamp);
  return {
    ...links,
    artist,
    member,
    sender,
    submissionIds,
    token,
    waiting,
    waitingPath: uninvitedId,
  };
}
