import { deleteReturningEntry } from "~/domain/access/returning-store.server";
import { accountStatementsForStatus } from "~/domain/artists/accept-submission.server";
import { dataDeletedMail } from "~/domain/mail/data-requests";
import type { DeletionCalls } from "~/domain/privacy/deletion-steps.server";
import { removeExternalCopies } from "~/domain/privacy/remove-external-copies.server";
import { deletedLines, retainedDataLines } from "~/domain/privacy/report";
import {
  cancelArtistRequests,
  cancelSupersededRequests,
} from "~/integrations/signing/cancel-requests.server";
import { type Fetcher, HttpError, network } from "~/platform/http-client";
import type { Services } from "~/services/services.server";
import { socketProbes } from "~/services/socket-probes.server";
import type { Bindings } from "~/services/stores.server";
import { writeDeletion } from "../../backup/deletion-records";
import { readBoardNews } from "../board-statuses";
import { enqueueMail, type MailDeps, mailDeps } from "../mail-deps";
import { alertSettings } from "./alerts/alert-settings";
import { bypassQueue, notifyIncident } from "./alerts/notify-incident";
import { postWebhook } from "./alerts/post-webhook";
import { backupDeps, hoursBetweenCopies } from "./backup-part";
import type { SweepDeps } from "./sweep-deps";
import { mailActions, sendDelayedMails, sendWaitingMails } from "./sweep-mails";

function deletionCalls(
  services: Pick<Services, "board" | "mirror" | "entry" | "artists" | "db" | "log" | "clock">,
  mailer: MailDeps,
  backupBucket: Bindings["BACKUP"],
): DeletionCalls {
  const { board, mirror, entry, artists, db, log, clock: now } = services;
  const { signing } = artists;
  const client = signing.state === "off" ? undefined : signing.client;
  return {
    cancelAgreements: (artistId) => cancelArtistRequests({ db, client, log, now }, artistId),
    removeExternalCopies: (copies) => removeExternalCopies({ board, mirror }, copies),
    deleteLink: (tokenHash) => deleteReturningEntry(entry.tokens, tokenHash),
    recordDeletion: async (request) =>
      backupBucket && writeDeletion(backupBucket, { ...request, at: now().toISOString() }),
    async notifyDeleted({ id: requestId, email: recipient }, report) {
      const lines = { deleted: deletedLines(report), kept: retainedDataLines(report) };
      await enqueueMail(mailer, dataDeletedMail({ requestId, recipient, ...lines }, mailer.brand));
    },
  };
}

/** Its body is not read: only that it was asked counts. */
async function pingHeartbeat(fetcher: Fetcher, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const reply = await fetcher(new Request(url));
  if (!reply.ok) throw new HttpError("The heartbeat", reply.status, "");
}

/**
 * What the sweep works with.
 * @param run runs a job at once, without the queue.
 */
export function createSweepDeps(
  services: Services,
  {
    bindings,
    release,
    run,
  }: Pick<SweepDeps, "release"> & {
    bindings: Bindings;
    run: (jobId: string) => Promise<unknown>;
  },
): SweepDeps {
  const { clock: now, site, mail, db, log, artists, monitoring, settings } = services;
  const { signing } = artists;
  const { stores } = monitoring;
  const client = signing.state === "off" ? undefined : signing.client;
  const mailer = mailDeps(services);
  const thirdParties = { ...monitoring.thirdParties, ...socketProbes(mail.connection, settings) };
  const calls: SweepDeps["calls"] = {
    ...mailActions(mailer, site),
    notifyIncident: async (incident, event) => {
      const isTold = await notifyIncident(bypassQueue(mailer, run), site, incident, event);
      const address = settings.ALERT_WEBHOOK_URL;
      if (isTold && address) await postWebhook(network, { address, site }, incident, event);
    },
    watch: {
      ...alertSettings(services, [...Object.keys(stores), ...Object.keys(thirdParties)]),
      backupHours: bindings.BACKUP ? hoursBetweenCopies(settings) : 0,
    },
    archive: { store: services.archive, afterDays: settings.ARCHIVE_AFTER_DAYS },
    backup: backupDeps(bindings, settings, now),
    accountPart: (status, condition, changedAt) =>
      accountStatementsForStatus(artists.accounts, status, condition, changedAt),
    withdrawAgreements: () => cancelSupersededRequests({ db, client, log, now }),
    sendWaitingMails: async () => (mail.connection.state === "live" ? sendWaitingMails(mailer) : 0),
    deletions: deletionCalls(services, mailer, bindings.BACKUP),
    stores,
    boardNews: readBoardNews({ db, board: services.board, now }),
    thirdParties,
    pingHeartbeat: () => pingHeartbeat(network, settings.HEARTBEAT_URL),
    onRecovered: { mail: () => sendDelayedMails(mailer) },
  };
  return { ...services, queue: bindings.JOBS, release, now, calls };
}
