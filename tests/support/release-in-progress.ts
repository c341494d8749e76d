import { gs1CheckDigit } from "~/artists/release/release-codes";
import { signedInArtist, type TestArtist } from "./artist";
import { createDraftAt } from "./draft-at";
import { openStoreReader } from "./store-reader";
import { draftRowOf } from "./stored-draft";
import type { Visitor } from "./visitor";

/** A release in progress, its artist signed in, and their page of it. */
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
 * Makes a release that its artist is asked to complete.
 * @param titles of its tracks, each with two songwriters.
 */
export async function releaseInProgress(
  titles: readonly string[] = ["Night Ferry"],
  owner?: Pick<OwnRelease, "artist" | "visitor">,
): Promise<OwnRelease> {
  const look = openStoreReader();
  const sender = await createDraftAt("review");
  const { id: draftId } = await draftRowOf(look, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await look.rows(
    "SELECT id, form_data FROM submissions WHERE draft_id = ?",
    draftId,
  );
  const { artist, visitor } = owner ?? (await signedInArtist());
  const form = JSON.parse(String(row?.form_data));
  const [first] = form.tracks;
  const metadata = { ...first.metadata, soloWork: false, songwriters: writers };
  form.tracks = titles.map((title, at) => ({
    ...{ ...first, title, metadata, uploadId: at === 0 ? first.uploadId : undefined },
  }));
  await look.rows(
    `UPDATE submissions SET artist_id = ?, status = 'in progress', form_data = ? WHERE id = ?
      RETURNING id`,
    ...[artist.id, JSON.stringify(form), String(row?.id)],
  );
  const id = String(row?.id);
  return { artist, visitor, id, path: `/release-details/${id}` };
}

let codes = Math.floor(Math.random() * 90_000);
/** An ISRC that no other test has. */
export const freshIsrc = () => `GBT${String(codes++).padStart(9, "0")}`;

/** An EAN that no other test has. */
export function freshEan(): string {
  const digits = `4006${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  return digits + gs1CheckDigit(digits);
}

/** Answers that are whole, of a release with one track. */
export const completeDetails = (change: Record<string, string> = {}) => ({
  ...{ assignUpc: "on", labelName: "Ferry Records", language: "en" },
  ...{ cYear: "2026", cName: "Sigrid Vale", pYear: "2026", pName: "Sigrid Vale" },
  ...{ territory: "worldwide", ai: "none" },
  ...{ "tracks[0].id": "track-1", "tracks[0].isrc": freshIsrc(), "tracks[0].explicit": "no" },
  ...{ "tracks[0].credits": "right" },
  ...change,
});

/** The shares of its track, Ada being the artist, Bea to be asked at this address. */
export const splitsFor = (email: string, change: Record<string, string> = {}) => ({
  "tracks[0].id": "track-1",
  ...{ "tracks[0].writers[0].id": "writer-1", "tracks[0].writers[0].firstName": "Ada" },
  ...{ "tracks[0].writers[0].lastName": "Byron", "tracks[0].writers[0].percentage": "60" },
  ...{ "tracks[0].writers[0].me": "on", "tracks[0].writers[1].id": "writer-2" },
  ...{ "tracks[0].writers[1].firstName": "Bea", "tracks[0].writers[1].lastName": "Okafor" },
  ...{ "tracks[0].writers[1].percentage": "40", "tracks[0].writers[1].email": email },
  ...change,
});

/** The links that letters have brought to an address, the latest last. */
export async function splitLinks(email: string): Promise<string[]> {
  const rows = await openStoreReader().rows(
    "SELECT text_body FROM mail_outbox WHERE address = ? AND kind LIKE 'split-re%' ORDER BY id",
    email,
  );
  return rows.flatMap((row) => /\/split\/[0-9a-f]{48}/.exec(String(row.text_body))?.[0] ?? []);
}
