import { deliveryConnection } from "~/integrations/delivery/delivery-connection";
import { deliveryProbe } from "~/integrations/delivery/delivery-probe.server";
import { sftpPlace } from "~/integrations/delivery/sftp-place.server";
import { mailProbe } from "~/integrations/mail/mail-probe.server";
import type { MailConnection } from "~/integrations/mail/mail-server";
import type { Probe } from "~/observability/health/health-checks.server";
import type { Settings } from "~/platform/settings";
import { redactingProbe } from "./third-party-probes.server";

/** The probes of what takes a socket: the mail server, and a place for deliveries by SFTP. */
export function socketProbes(mail: MailConnection, settings: Settings): Record<string, Probe> {
  const delivery = deliveryConnection(settings);
  return {
    ...(mail.state === "live" && { mail: redactingProbe(mailProbe(mail.server), settings) }),
    ...(delivery?.kind === "sftp" && {
      delivery: redactingProbe(deliveryProbe(sftpPlace(delivery)), settings),
    }),
  };
}
