import type { Services } from "~/services.server";
import { boardStatuses } from "../board-statuses";
import { mailRoom } from "../mail-room";
import { mailPorts, sendWaitingMails } from "./mail-ports";
import type { SweepRooms } from "./sweep-rooms";
import { thirdParties } from "./third-parties";

/** Everything the sweep looks after. */
export function openSweep(services: Services, queue: SweepRooms["queue"]): SweepRooms {
  const { clock: now, probes: stores, site, mail } = services;
  const room = mailRoom(services);
  const ports = {
    ...mailPorts(room, site),
    ...(mail.connection.state === "live" && { sendWaiting: () => sendWaitingMails(room) }),
    stores,
    changedStatuses: boardStatuses({ ...services, now }),
    thirdParties: thirdParties({ ...services, mail: mail.connection }),
  };
  return { ...services, queue, now, ports };
}
