import { mailProbe } from "~/mail/mail-probe.server";
import type { Probe } from "~/monitoring/probe";
import type { Services } from "~/services.server";
import { discreet } from "~/third-parties.server";
import { boardStatuses } from "../board-statuses";
import { mailDeps } from "../mail-deps";
import { mailCalls, sendWaitingMails } from "./mail-calls";
import type { SweepDeps } from "./sweep-deps";

/** The mail server's probe, where there is one. */
function mailProbes({ mail, settings }: Services): Record<string, Probe> {
  const { connection } = mail;
  if (connection.state === "off") return {};
  return { mail: discreet(mailProbe(connection.server), settings) };
}

/** Everything the sweep looks after. */
export function openSweep(services: Services, queue: SweepDeps["queue"]): SweepDeps {
  const { clock: now, probes: stores, site, mail } = services;
  const letters = mailDeps(services);
  const sendWaiting = async () =>
    mail.connection.state === "live" ? sendWaitingMails(letters) : 0;
  const calls = {
    ...mailCalls(letters, site),
    sendWaiting,
    stores,
    changedStatuses: boardStatuses({ ...services, now }),
    thirdParties: { ...services.thirdParties, ...mailProbes(services) },
  };
  return { ...services, queue, now, calls };
}
