import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { waitingList } from "./entry-tables.server";
import { invitationPrefillSchema } from "./invitation-prefill";
import type { InvitationForm } from "./link-forms";
import { entryOfItem } from "./make-links.server";

export async function waitingPrefill(
  db: Database,
  id: string,
): Promise<InvitationForm | undefined> {
  const [entry] = await db.select().from(waitingList).where(eq(waitingList.id, id));
  if (!entry) return undefined;
  const { artistName, email, listenLink, boardItemId } = entry;
  const artistData = v.parse(v.record(v.string(), v.unknown()), JSON.parse(entry.artistData));
  const prefill = v.parse(invitationPrefillSchema, {
    ...artistData,
    artistName,
    email,
    listenLink,
  });
  return { ...prefill, boardItemId: boardItemId ?? "", waitingListId: entry.id };
}

/**
 * The waiting list entry that a form invites: given by id, or found by its board item, which staff
 * may have typed.
 */
export async function invitedEntry(db: Database, { waitingListId, boardItemId }: InvitationForm) {
  if (waitingListId) return waitingListId;
  return boardItemId ? entryOfItem(db, boardItemId) : undefined;
}
