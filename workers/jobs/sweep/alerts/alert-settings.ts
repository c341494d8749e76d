import { credentialExpiries } from "~/monitoring/incidents/credential-expiry.server";
import type { Services } from "~/services.server";
import type { AlertSettings } from "../sweep-deps";

/**
 * What the sweep judges by, as the settings have it.
 * @param names the integrations that are asked how they are.
 */
export function alertSettings(
  { settings, mail, monitoring }: Services,
  names: readonly string[],
): AlertSettings {
  return {
    names,
    errorsPerHour: settings.ALERT_ERRORS_PER_HOUR,
    databaseMb: settings.LIMIT_DATABASE_MB,
    filesGb: settings.ALERT_FILES_GB,
    mailIsLive: mail.connection.state === "live",
    listExpiries: async () => [
      ...credentialExpiries(settings),
      ...(await monitoring.accessCertificateExpiry()),
    ],
  };
}
