import type { Services } from "~/services.server";
import { boardStatuses } from "../board-statuses";
import { mailDeps } from "../mail-deps";
import { mailCalls, sendWaitingMails } from "./mail-calls";
import type { SweepDeps } from "./sweep-deps";
import { thirdParties } from "./third-parties";

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
    thirdParties: thirdParties({ ...services, mail: mail.connection }),
  };
  return { ...services, queue, now, calls };
}
