import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { jpegBytes } from "../fixtures/jpeg";
import type { VisitorKind } from "../specification/who-gets-what";
import { makeToken, signedInArtist, signInArtist, staffMember } from "./accounts";
import { openStoreReader, type StoreReader } from "./app-stores";
import type { Names } from "./draft-copies";
import { createDraftAt, findDraftRow, sha256, uploadRows } from "./drafts";
import { postForm } from "./form-post";
import { Visitor } from "./visitor";

/** One visitor of each kind. */
export interface Visitors {
  /** The cookies of each. */
  cookies: Record<VisitorKind, string>;
  /** What `token` sends as a bearer. */
  token: string;
  /** Fills the parameters of a route's path with existing ids, or with the given values. */
  address: (path: string, method?: string, parameters?: Record<string, string>) => string;
  /** The id of the submission in these paths. */
  submissionId: string;
}

/**
 * Creates one visitor of each kind, with drafts, a submission and accounts.
 * @param names of the artist of the submission.
 */
export async function createVisitors(names: Names = {}): Promise<Visitors> {
  const store = openStoreReader();
  const [artist, otherArtist, sender] = [
    await createDraftAt("review"),
    await createDraftAt("review"),
    await createDraftAt("review", names),
  ];
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const uploads = await uploadRows(store, artist);
  const [upload] = uploads;
  const [member, otherMember] = [await signedInArtist(), await signedInArtist()];
  const owns = "UPDATE submissions SET artist_id = ? WHERE id = ? RETURNING id";
  await store.rows(owns, member.artist.id, String(row?.id));
  await postForm(member.visitor, "/edit-profile", [
    { name: "picture", fileName: "me.jpg", body: jpegBytes({ width: 64, height: 64 }) },
  ]);
  const [{ picture } = {}] = await store.rows(
    "SELECT json_extract(picture, '$.id') AS picture FROM artists WHERE id = ?",
    member.artist.id,
  );
  // By a sign-in of its own: a token is made by one that was confirmed.
  const device = new Visitor();
  await signInArtist(device, member.artist);
  const token = await makeToken({ ...member, visitor: device });
  const [staff, formerStaff] = [await staffMember("Ida"), await staffMember("Ole")];
  const cookies: Record<VisitorKind, string> = {
    nobody: "",
    staff: staff.cookie,
    ended: formerStaff.cookie,
    artist: artist.cookie,
    other: otherArtist.cookie,
    member: member.visitor.cookie,
    token: "",
    otherMember: otherMember.visitor.cookie,
    invited: "",
    returning: "",
    forged: `staff=${encodeURIComponent(btoa(JSON.stringify("A".repeat(43))))}`,
    tampered: artist.cookie.replace(/=./, "=_"),
  };
  for (const kind of ["invited", "returning"] as const) {
    const { path } = await createTestLink(kind);
    const visitor = new Visitor();
    await visitor.send(path);
    cookies[kind] = visitor.cookie;
  }
  await formerStaff.post("/staff/sign-out", {});
  const places: Record<string, string> = {
    ":submissionId": String(row?.id),
    ":accountId": member.artist.id,
    ":uploadId": String(uploads.find(({ slot }) => slot === "audio:track-1")?.id),
    ":id+": "x",
    ":id": String(upload?.id),
    ":name": "ferry.wav",
    ":number": "1",
    ":step": "about",
    ":part": "details",
    ":mailId": "x",
    ":templateId": "believe",
    ":artistId": member.artist.artistId,
    ":pictureId": String(picture),
    ":size": "small",
    ":token": "x",
    ":submission": "x",
    ":upload": "x",
    ":clip": "x",
    "*": "no-such-place",
  };
  const address: Visitors["address"] = (path, method = "GET", parameters = {}) =>
    path
      .split("/")
      .map((part) => parameters[part] ?? places[part] ?? part)
      .join("/")
      // The index route's action, as its layout has none.
      .replace(/^\/submit$/, method === "POST" ? "/submit?index" : "/submit");
  return { cookies, token, address, submissionId: String(row?.id) };
}

/** A link as staff create it, inserted directly into the app under test. */
export interface TestLink {
  id: string;
  token: string;
  /** `/i/TOKEN` or `/r/TOKEN`. */
  path: string;
}

/** The prefill of an invited artist. */
export const invitedArtist = {
  artistName: "Marit Sund",
  firstName: "Marit",
  surname: "Sundvold",
  email: "marit@example.com",
  country: "Norway",
  city: "Bergen",
  instagramProfile: "https://www.instagram.com/maritsund",
  tiktokProfile: "",
  spotifyProfile: "",
  listenLink: "https://soundcloud.com/maritsund/demo",
};

interface More {
  /** Columns that differ from a normal link. */
  columns?: Record<string, string | number | null>;
  store?: StoreReader;
  /** The address of a returning artist. */
  email?: string;
}

/** Creates an invitation or a returning artist's link. */
export async function createTestLink(
  kind: "invited" | "returning",
  { columns = {}, store = openStoreReader(), email = invitedArtist.email }: More = {},
): Promise<TestLink> {
  const now = new Date();
  const token = randomIds.secret();
  const id = randomIds.next(now);
  const row: Record<string, string | number | null> = {
    id,
    token_hash: sha256(Buffer.from(token)),
    artist_name: invitedArtist.artistName,
    email,
    expires_at: addDays(now, kind === "invited" ? 90 : 365).toISOString(),
    created_at: now.toISOString(),
    ...(kind === "invited" && { prefill: JSON.stringify({ ...invitedArtist, email }) }),
    ...columns,
  };
  const names = Object.keys(row);
  const table = kind === "invited" ? "invitations" : "returning_links";
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await store.rows(sql, ...Object.values(row));
  return { id, token, path: `${kind === "invited" ? "/i" : "/r"}/${token}` };
}
