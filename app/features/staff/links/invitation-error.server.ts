import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "~/domain/access/entry-tables.server";
import type { InvitationForm } from "~/domain/access/link-forms";
import { invitationOfEntry } from "~/domain/access/link-list.server";
import { invitedEntry } from "~/domain/access/waiting-prefill.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { AppContext } from "~/session/app-context";

const ITEM_INVITED = "This item already has an invitation. If it was lost, deactivate it first.";
const ITEM_USED =
  "This item's invitation was used, and an item is for one release. Leave the number out, and the next release gets its own item.";
const ENTRY_INVITED =
  "This entry of the waiting list already has an invitation. If it was lost, deactivate it first.";
const ENTRY_USED =
  "This entry of the waiting list already had an invitation, and it was used. For another release, invite the artist without this entry and its item.";

/** An error about the board item, or about the form as a whole. */
type NotInvited = { item: string } | { form: string };

/** The error if a submission already has this board item. */
export async function itemOfSubmissionError({ db }: Pick<AppContext, "db">, itemId: string) {
  const { reference, artistName, boardItemId } = submissions;
  const [row] = await db
    .select({ reference, artistName })
    .from(submissions)
    .where(eq(boardItemId, itemId));
  return (
    row &&
    `This item belongs to submission ${row.reference} by ${row.artistName}. Another release would overwrite it: leave the number out.`
  );
}

export async function invitationError(
  context: Pick<AppContext, "db" | "clock">,
  form: InvitationForm,
): Promise<NotInvited> {
  const { db, clock } = context;
  const entry = await invitedEntry(db, form);
  const entryInvitation = entry && (await invitationOfEntry(db, entry, clock()));
  if (entryInvitation)
    return { form: entryInvitation.redeemedBy === null ? ENTRY_INVITED : ENTRY_USED };
  const itemError = await itemOfSubmissionError(context, form.boardItemId);
  if (itemError) return { item: itemError };
  const [invitation] = await db
    .select({ by: invitations.redeemedBy })
    .from(invitations)
    .where(and(eq(invitations.boardItemId, form.boardItemId), isNull(invitations.deactivatedAt)));
  return { item: invitation?.by ? ITEM_USED : ITEM_INVITED };
}
