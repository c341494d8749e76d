import { gs1CheckDigit } from "~/platform/formats/gtin";
import { signedInArtist, signIn, type TestArtist } from "./accounts";
import type { AppServer } from "./app-server";
import { openStoreReader, type StoreReader } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { createDraftAt, findDraftRow } from "./drafts";
import { Visitor } from "./visitor";

/** A release in progress, with its signed-in artist and the path of their page. */
interface OwnRelease {
  artist: TestArtist;
  visitor: Visitor;
  id: string;
  path: string;
}

const writers = [
  { firstName: "Ada", lastName: "Byron", percentage: 60 },
  { firstName: "Bea", lastName: "Okafor", percentage: 40 },
];

/**
 * Creates a release whose details its artist must complete.
 * @param titles of its tracks, each with two songwriters.
 */
export async function releaseInProgress(
  titles: readonly string[] = ["Night Ferry"],
  owner?: Pick<OwnRelease, "artist" | "visitor">,
): Promise<OwnRelease> {
  const store = openStoreReader();
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows(
    "SELECT id, form_data FROM submissions WHERE draft_id = ?",
    draftId,
  );
  const { artist, visitor } = owner ?? (await signedInArtist());
  const form = JSON.parse(String(row?.form_data));
  const [first] = form.tracks;
  const metadata = { ...first.metadata, soloWork: false, songwriters: writers };
  form.tracks = titles.map((title, index) => ({
    ...first,
    title,
    metadata,
    uploadId: index === 0 ? first.uploadId : undefined,
  }));
  await store.rows(
    `UPDATE submissions SET artist_id = ?, status = 'in progress', form_data = ? WHERE id = ?
      RETURNING id`,
    ...[artist.id, JSON.stringify(form), String(row?.id)],
  );
  const id = String(row?.id);
  return { artist, visitor, id, path: `/release-details/${id}` };
}

let codes = 1 + Math.floor(Math.random() * 90_000);
/** A unique ISRC. */
export const nextIsrc = () => `GBT${String(codes++).padStart(9, "0")}`;

/** A unique EAN. */
export function nextEan(): string {
  const digits = `4006${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  return digits + gs1CheckDigit(digits);
}

/** Complete details of a release with one track. */
export const completeDetails = (change: Record<string, string> = {}) => ({
  assignUpc: "on",
  labelName: "Ferry Records",
  language: "en",
  cYear: "2026",
  cName: "Sigrid Vale",
  pYear: "2026",
  pName: "Sigrid Vale",
  territory: "worldwide",
  ai: "no",
  "tracks[0].id": "track-1",
  "tracks[0].isrc": nextIsrc(),
  "tracks[0].explicit": "no",
  "tracks[0].credits": "right",
  ...change,
});

/** The shares of a release: Ada is the artist, Bea is asked at this address. */
export const splitsFor = (email: string, change: Record<string, string> = {}) => ({
  "people[0].id": "person-1",
  "people[0].firstName": "Ada",
  "people[0].lastName": "Byron",
  "people[0].me": "on",
  "people[1].id": "person-2",
  "people[1].firstName": "Bea",
  "people[1].lastName": "Okafor",
  "people[1].email": email,
  "same[0].percentage": "60",
  "same[1].percentage": "40",
  ...change,
});

/** The links in letters to an address, the latest last. */
export async function splitLinks(email: string): Promise<string[]> {
  const rows = await openStoreReader().rows(
    "SELECT text_body FROM mail_outbox WHERE address = ? AND kind LIKE 'split-re%' ORDER BY id",
    email,
  );
  return rows.flatMap((row) => /\/split\/[0-9a-f]{48}/.exec(String(row.text_body))?.[0] ?? []);
}

/** A release and its artist, both with a public page. */
export interface Published {
  artist: TestArtist;
  /** The artist, signed in. */
  member: Visitor;
  /** `/details/ID` and `/artist/ID`. */
  release: string;
  artistPage: string;
}

/** Submits a release, and approves and publishes it with its artist, as staff do. */
export async function publishedRelease(
  app: Pick<AppServer, "url" | "stateDir"> = appUnderTest(),
): Promise<Published> {
  const store = openStoreReader(app.url);
  const profile = {
    artistName: "Sigrid Vale",
    city: "Cork",
    country: "Ireland",
    biography: "Songs from the harbour.",
  };
  const { artist, visitor: member } = await signedInArtist(profile, app);
  const isShared = app.url === process.env.APP_URL;
  const sender = await createDraftAt("review", {}, isShared ? undefined : new Visitor(app.url));
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const owns = "UPDATE submissions SET artist_id = ? WHERE draft_id = ? RETURNING id";
  const [row] = await store.rows(owns, artist.id, draftId);
  const id = String(row?.id);
  const staff = new Visitor(app.url);
  await signIn(staff, {}, app);
  for (const status of ["approved", "live"]) {
    const [item] = await store.rows("SELECT revision FROM review_items WHERE id = ?", id);
    const fields = {
      intent: "set",
      status,
      reason: "",
      revision: String(item?.revision),
      onPaper: "on",
    };
    await staff.post(`/staff/submissions/${id}`, fields);
  }
  for (const path of [`/staff/submissions/${id}`, `/staff/artists/${artist.id}/publish`]) {
    const reply = await staff.post(path, { intent: "publish", to: "/staff" });
    if (reply.status !== 302) throw new Error(`${path} was not published: ${reply.status}`);
  }
  return { artist, member, release: `/details/${id}`, artistPage: `/artist/${artist.artistId}` };
}

/** Inserts an entry of the waiting list into the app under test. */
export async function waitingEntry(store: StoreReader, columns: Record<string, string> = {}) {
  const id = `W${crypto.randomUUID().slice(0, 8)}`;
  const email = `waiting-${id}@example.com`;
  const createdAt = new Date().toISOString();
  const row: Record<string, string> = {
    id,
    reference: id,
    artist_name: "Ola Nord",
    email,
    listen_link: "https://soundcloud.com/ola",
    artist_data: '{"city":"Oslo","phone":"1"}',
    reply_due_at: createdAt,
    created_at: createdAt,
    updated_at: createdAt,
    status_history: JSON.stringify([{ status: "pending", at: createdAt }]),
    ...columns,
  };
  const names = Object.keys(row);
  const sql = `INSERT INTO waiting_list (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await store.rows(sql, ...Object.values(row));
  return { id, email };
}
