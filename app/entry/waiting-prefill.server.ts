import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { waitingList } from "./entry-tables.server";
import { invitationPrefillSchema } from "./invitation-prefill";
import type { InvitationForm } from "./link-forms";
import { entryOfItem } from "./make-links.server";

/** What an entry of the waiting list tells of an artist, for their invitation; undefined for none. */
export async function waitingPrefill(
  db: Database,
  id: string,
): Promise<InvitationForm | undefined> {
  const [entry] = await db.select().from(waitingList).where(eq(waitingList.id, id));
  if (!entry) return undefined;
  const { artistName, email, listenLink, mondayItemId } = entry;
  const artistData = v.parse(v.record(v.string(), v.unknown()), JSON.parse(entry.artistData));
  const prefill = v.parse(invitationPrefillSchema, {
    ...artistData,
    artistName,
    email,
    listenLink,
  });
  return { ...prefill, mondayItemId: mondayItemId ?? "", waitingListId: entry.id };
}

/**
 * The entry of the waiting list that a form invites: as it says, or as its item of the board does. Staff
 * may have typed the number of an entry's item rather than pressed its button.
 */
export async function invitedEntry(
  db: Database,
  { waitingListId, mondayItemId }: InvitationForm,
): Promise<string | undefined> {
  if (waitingListId) return waitingListId;
  return mondayItemId ? entryOfItem(db, mondayItemId) : undefined;
}
