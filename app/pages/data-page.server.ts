import { findAccount } from "~/artists/accounts.server";
import { readArtistId } from "~/artists/codes.server";
import { isConfirmed } from "~/artists/session-confirmation.server";
import { deletionAskedMail } from "~/mail/data-requests";
import { queueMail } from "~/mail/outbox.server";
import { longDate } from "~/platform/formats/dates";
import type { SignedIn } from "~/platform/principal";
import { cancelDeletion, openDeletion, requestDeletion } from "~/privacy/data-requests.server";
import type { Portal } from "~/session/portal";

/** Where artists see what is held about them. */
export const DATA_PAGE = "/edit-profile/data";

/** What the page shows: whose it is, and the deletion that is under way. */
export async function dataPage({ db }: Pick<Portal, "db">, { id, artistId }: SignedIn) {
  const [account, deletion] = await Promise.all([findAccount(db, id), openDeletion(db, id)]);
  return {
    artistId,
    name: account?.profile.artistName ?? "",
    email: account?.email ?? "",
    deletion: deletion && {
      askedOn: longDate(deletion.createdAt),
      startsOn: longDate(deletion.startsAt),
      dueOn: longDate(deletion.dueAt),
      begun: deletion.startedAt !== null,
    },
  };
}

const comparableText = (text: string) =>
  text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** Whether somebody typed who they are: their artist id or their artist name, however it is written. */
function isNamed(
  confirmation: string,
  { artistId, name }: { artistId: string; name: string },
): boolean {
  if (readArtistId(confirmation) === artistId) return true;
  return name !== "" && comparableText(confirmation) === comparableText(name);
}

/**
 * Asks for the deletion of an account, once, and says so by mail.
 * @returns `not-named` where what was typed is neither the artist's id nor their name; `unconfirmed` for one
 * who has to show first that it is them.
 */
export async function requestAccountDeletion(
  portal: Portal,
  artist: SignedIn,
  confirmation: string,
): Promise<"asked" | "not-named" | "unconfirmed"> {
  const { db, clock, ids, log } = portal;
  const { artistId, name } = await dataPage(portal, artist);
  if (!isNamed(confirmation, { artistId, name })) return "not-named";
  const now = clock();
  const id = ids.next(now);
  const request = { id, artistId: artist.id, now };
  if (await requestDeletion(db, request, { when: isConfirmed(artist, now) })) {
    log("info", "data.deletion-asked", { artistId: artist.id, requestedId: id });
    await mailDeletionNotice(portal, artist.id);
    return "asked";
  }
  return (await openDeletion(db, artist.id)) ? "asked" : "unconfirmed";
}

/** Writes the mail that says that a deletion was asked for, once for each. */
export async function mailDeletionNotice(portal: Portal, artistId: string): Promise<void> {
  const { db, clock, ids, mail, site, sendJobs } = portal;
  const [account, request] = await Promise.all([
    findAccount(db, artistId),
    openDeletion(db, artistId),
  ]);
  if (!account || !request) return;
  const { id: requestId, startsAt, dueAt } = request;
  const facts = { requestId, startsAt, dueAt, recipient: account.email, url: site + DATA_PAGE };
  const letter = deletionAskedMail(facts, mail.brand);
  const result = await queueMail(db, letter, mail.rules, clock(), ids);
  if (result.kind === "queued") await sendJobs([result.jobId], { mailId: result.mailId });
}

/** Takes the deletion back. @returns whether it could be: not once it has begun. */
export async function undoDeletion(
  { db, clock, log }: Pick<Portal, "db" | "clock" | "log">,
  { id: artistId }: SignedIn,
): Promise<boolean> {
  const cancelled = await cancelDeletion(db, artistId, clock());
  if (cancelled) log("info", "data.deletion-cancelled", { artistId });
  return cancelled;
}
