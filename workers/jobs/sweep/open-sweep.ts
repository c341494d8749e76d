import { accountOfStatus } from "~/artists/accept-submission.server";
import { withdrawReplaced } from "~/artists/agreement/withdraw.server";
import { mailProbe } from "~/mail/mail-probe.server";
import type { Probe } from "~/monitoring/probe";
import type { Services } from "~/services.server";
import { discreet } from "~/third-parties.server";
import { boardStatuses } from "../board-statuses";
import { mailDeps } from "../mail-deps";
import { pastTheQueue, tellIncident } from "./alerts/tell-incident";
import { watchOf } from "./alerts/watch-of";
import { deletionCalls } from "./sweep-deletions";
import type { SweepDeps } from "./sweep-deps";
import { mailCalls, sendWaitingMails } from "./sweep-mails";

/** The mail server's probe, where there is one. */
function mailProbes({ mail, settings }: Services): Record<string, Probe> {
  const { connection } = mail;
  if (connection.state === "off") return {};
  return { mail: discreet(mailProbe(connection.server), settings) };
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
  const { clock: now, probes: stores, site, mail, db, log, signing } = services;
  const client = signing.state === "off" ? undefined : signing.client;
  const letters = mailDeps(services);
  const sendWaiting = async () =>
    mail.connection.state === "live" ? sendWaitingMails(letters) : 0;
  const thirdParties = { ...services.thirdParties, ...mailProbes(services) };
  const calls: SweepDeps["calls"] = {
    ...mailCalls(letters, site),
    tellIncident: (incident, what) =>
      tellIncident(pastTheQueue(letters, run), site, incident, what),
    watch: watchOf(services, [...Object.keys(stores), ...Object.keys(thirdParties)]),
    accountPart: (to, when, at) => accountOfStatus(services.accounts, to, when, at),
    withdrawAgreements: () => withdrawReplaced({ db, client, log, now }),
    sendWaiting,
    deletions: deletionCalls(services, letters),
    stores,
    changedStatuses: boardStatuses({ ...services, now }),
    thirdParties,
  };
  return { ...services, queue, release, now, calls };
}
