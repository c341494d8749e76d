import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import type { StoreReader } from "./store-reader";
import { openStoreReader } from "./store-reader";
import { sha256 } from "./stored-draft";

/** A link as staff make it, written straight into the store of the app under test. */
export interface TestLink {
  id: string;
  token: string;
  /** `/i/TOKEN` or `/r/TOKEN`. */
  path: string;
}

/** What an invited artist's wizard is filled in with. */
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
  /** Columns that are not as staff make them. */
  columns?: Record<string, string | number | null>;
  look?: StoreReader;
  /** Of a returning artist. */
  email?: string;
}

/** Makes an invitation or a returning artist's link. */
export async function createTestLink(
  kind: "invited" | "returning",
  { columns = {}, look = openStoreReader(), email = invitedArtist.email }: More = {},
): Promise<TestLink> {
  const now = new Date();
  const token = randomIds.secret();
  const id = randomIds.next(now);
  const row: Record<string, string | number | null> = {
    ...{ id, token_hash: sha256(Buffer.from(token)), artist_name: invitedArtist.artistName, email },
    expires_at: addDays(now, kind === "invited" ? 90 : 365).toISOString(),
    created_at: now.toISOString(),
    ...(kind === "invited" && { prefill: JSON.stringify({ ...invitedArtist, email }) }),
    ...columns,
  };
  const names = Object.keys(row);
  const table = kind === "invited" ? "invitations" : "returning_links";
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await look.rows(sql, ...Object.values(row));
  return { id, token, path: `${kind === "invited" ? "/i" : "/r"}/${token}` };
}
