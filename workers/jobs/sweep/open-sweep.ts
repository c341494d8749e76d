import { accountOfStatus } from "~/artists/accept-submission.server";
import { withdrawAll, withdrawReplaced } from "~/artists/agreement/withdraw.server";
import { forgetEntry } from "~/entry/returning-store.server";
import { dataDeletedMail } from "~/mail/data-requests";
import { mailProbe } from "~/mail/mail-probe.server";
import type { Probe } from "~/monitoring/probe";
import { removeCopies } from "~/privacy/remove-copies.server";
import type { DeletionCalls } from "~/privacy/remove-with-copies.server";
import { deletedLines, keptLines } from "~/privacy/report";
import type { Services } from "~/services.server";
import { discreet } from "~/third-party-probes.server";
import { boardStatuses } from "../board-statuses";
import { type MailDeps, mailDeps, postMail } from "../mail-deps";
import { pastTheQueue, tellIncident } from "./alerts/tell-incident";
import { watchOf } from "./alerts/watch-of";
import type { SweepDeps } from "./sweep-deps";
import { mailCalls, sendDelayedMails, sendWaitingMails } from "./sweep-mails";

/** The mail server's probe, where there is one. */
function mailProbes({ mail, settings }: Services): Record<string, Probe> {
  const { connection } = mail;
  if (connection.state === "off") return {};
  return { mail: discreet(mailProbe(connection.server), settings) };
}

/** What deletions do at others', in KV and by mail. */
function deletionCalls(
  services: Pick<Services, "board" | "drive" | "entry" | "artists" | "db" | "log" | "clock">,
  letters: MailDeps,
): DeletionCalls {
  const { board, drive, entry, artists, db, log, clock: now } = services;
  const { signing } = artists;
  const client = signing.state === "off" ? undefined : signing.client;
  return {
    withdrawAgreements: (artistId) => withdrawAll({ db, client, log, now }, artistId),
    removeCopies: (copies) => removeCopies({ board: board.connection, drive }, copies),
    forgetLink: (tokenHash) => forgetEntry(entry.tokens, tokenHash),
    async tellDeleted({ id: requestId, email: recipient }, report) {
      const lines = { deleted: deletedLines(report), kept: keptLines(report) };
      await postMail(letters, dataDeletedMail({ requestId, recipient, ...lines }, letters.brand));
    },
  };
}

/**
 * Everything the sweep looks after.
 * @param run does a job at once, past the queue.
 */
export function openSweep(
  services: Services,
  {
    queue,
    release,
    run,
  }: Pick<SweepDeps, "queue" | "release"> & { run: (jobId: string) => Promise<unknown> },
): SweepDeps {
  const { clock: now, site, mail, db, log, artists, monitoring } = services;
  const { signing } = artists;
  const { stores } = monitoring;
  const client = signing.state === "off" ? undefined : signing.client;
  const letters = mailDeps(services);
  const sendWaiting = async () =>
    mail.connection.state === "live" ? sendWaitingMails(letters) : 0;
  const thirdParties = { ...monitoring.thirdParties, ...mailProbes(services) };
  const calls: SweepDeps["calls"] = {
    ...mailCalls(letters, site),
    tellIncident: (incident, what) =>
      tellIncident(pastTheQueue(letters, run), site, incident, what),
    watch: watchOf(services, [...Object.keys(stores), ...Object.keys(thirdParties)]),
    accountPart: (to, when, at) => accountOfStatus(artists.accounts, to, when, at),
    withdrawAgreements: () => withdrawReplaced({ db, client, log, now }),
    sendWaiting,
    deletions: deletionCalls(services, letters),
    stores,
    changedStatuses: boardStatuses({ ...services, now }),
    thirdParties,
    whenBack: { mail: () => sendDelayedMails(letters) },
  };
  return { ...services, queue, release, now, calls };
}
