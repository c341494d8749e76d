import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
import { signedInArtist, type TestArtist } from "./artist";
import { createDraftAt } from "./draft-at";
import { signIn } from "./staff";
import { openStoreReader } from "./store-reader";
import { draftRowOf } from "./stored-draft";
import { Visitor } from "./visitor";

/** A release and its artist, both with a page for everybody. */
export interface Published {
  artist: TestArtist;
  /** The artist, signed in. */
  member: Visitor;
  /** `/details/ID` and `/artist/ID`. */
  release: string;
  artistPage: string;
}

/** Sends a release, takes it on and publishes it with its artist, as staff do. */
export async function publishedRelease(
  app: Pick<AppServer, "url" | "stateDir"> = appUnderTest(),
): Promise<Published> {
  const look = openStoreReader(app.url);
  const profile = {
    ...{ artistName: "Sigrid Vale", city: "Cork", country: "Ireland" },
    biography: "Songs from the harbour.",
  };
  const { artist, visitor: member } = await signedInArtist(profile, app);
  const sender = await createDraftAt("review", {}, new Visitor(app.url));
  const { id: draftId } = await draftRowOf(look, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const owns = "UPDATE submissions SET artist_id = ? WHERE draft_id = ? RETURNING id";
  const [row] = await look.rows(owns, artist.id, draftId);
  const id = String(row?.id);
  const staff = new Visitor(app.url);
  await signIn(staff, {}, app);
  for (const status of ["approved", "live"]) {
    const [item] = await look.rows("SELECT revision FROM review_items WHERE id = ?", id);
    const fields = { intent: "set", status, reason: "", revision: String(item?.revision) };
    await staff.post(`/staff/submissions/${id}`, fields);
  }
  for (const path of [`/staff/submissions/${id}`, `/staff/artists/${artist.id}/publish`]) {
    const reply = await staff.post(path, { intent: "publish", to: "/staff" });
    if (reply.status !== 302) throw new Error(`${path} was not published: ${reply.status}`);
  }
  return { artist, member, release: `/details/${id}`, artistPage: `/artist/${artist.artistId}` };
}
