import { findAccount } from "~/domain/artists/accounts.server";
import { readArtistId } from "~/domain/artists/codes.server";
import { greetedIn } from "~/domain/artists/profile";
import { isConfirmed } from "~/domain/artists/session-confirmation.server";
import { deletionRequestedMail } from "~/domain/mail/data-requests";
import type { Brand } from "~/domain/mail/mail";
import { type MailRules, queueMail } from "~/domain/mail/outbox.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { longDate } from "~/platform/formats/dates";
import type { Ids } from "~/platform/ids";
import type { SignedIn } from "~/platform/principal";
import { cancelDeletion, openDeletion, requestDeletion } from "./data-requests.server";

interface DeletionDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  site: string;
  mail: { rules: MailRules; brand: Brand };
  sendJobs: (jobIds: string[], about: { mailId: string }) => Promise<void>;
}

export const DATA_PAGE = "/edit-profile/data";

/** The account's name and email, and its open deletion request. */
export async function dataPage({ db }: Pick<DeletionDeps, "db">, { id, artistId }: SignedIn) {
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

/** Whether the confirmation is the artist id or the artist name, ignoring case and spacing. */
function isNameConfirmed(
  confirmation: string,
  { artistId, name }: { artistId: string; name: string },
): boolean {
  if (readArtistId(confirmation) === artistId) return true;
  return name !== "" && comparableText(confirmation) === comparableText(name);
}

/**
 * Requests the deletion of an account, once, and sends the notice.
 * @returns `not-named` if the text is neither the artist's id nor their name; `unconfirmed` if the session
 * must be confirmed first.
 */
export async function requestAccountDeletion(
  context: DeletionDeps,
  artist: SignedIn,
  confirmation: string,
): Promise<"asked" | "not-named" | "unconfirmed"> {
  const { db, clock, ids, log } = context;
  const { artistId, name } = await dataPage(context, artist);
  if (!isNameConfirmed(confirmation, { artistId, name })) return "not-named";
  const now = clock();
  const id = ids.next(now);
  const request = { id, artistId: artist.id, now };
  if (await requestDeletion(db, request, { when: isConfirmed(artist, now) })) {
    log("info", "data.deletion-asked", { artistId: artist.id, requestedId: id });
    await mailDeletionNotice(context, artist.id);
    return "asked";
  }
  return (await openDeletion(db, artist.id)) ? "asked" : "unconfirmed";
}

/** Queues the deletion notice, once for each request. */
export async function mailDeletionNotice(context: DeletionDeps, artistId: string): Promise<void> {
  const { db, clock, ids, mail, site, sendJobs } = context;
  const [account, request] = await Promise.all([
    findAccount(db, artistId),
    openDeletion(db, artistId),
  ]);
  if (!account || !request) return;
  const { id: requestId, startsAt, dueAt } = request;
  const mailFields = {
    requestId,
    startsAt,
    dueAt,
    recipient: account.email,
    url: site + DATA_PAGE,
    greeted: greetedIn(account.profile),
  };
  const letter = deletionRequestedMail(mailFields, mail.brand);
  const result = await queueMail(db, letter, mail.rules, clock(), ids);
  if (result.kind === "queued") await sendJobs([result.jobId], { mailId: result.mailId });
}

/** Cancels the deletion. @returns false once it has begun. */
export async function undoDeletion(
  { db, clock, log }: Pick<DeletionDeps, "db" | "clock" | "log">,
  { id: artistId }: SignedIn,
): Promise<boolean> {
  const cancelled = await cancelDeletion(db, artistId, clock());
  if (cancelled) log("info", "data.deletion-cancelled", { artistId });
  return cancelled;
}
