import { credentialExpiries } from "~/observability/health/credential-expiry.server";
import type { Services } from "~/services/services.server";
import type { AlertSettings } from "../sweep-deps";

/**
 * Collects what the alert rules check against from the settings.
 * @param names the integrations that are checked.
 */
export function alertSettings(
  { settings, mail, monitoring }: Services,
  names: readonly string[],
): Omit<AlertSettings, "backupHours"> {
  return {
    names,
    errorsPerHour: settings.ALERT_ERRORS_PER_HOUR,
    databaseMb: settings.LIMIT_DATABASE_MB,
    filesGb: settings.ALERT_FILES_GB,
    bucketGb: settings.LIMIT_BUCKET_GB,
    mailIsLive: mail.connection.state === "live",
    listExpiries: async () => [
      ...credentialExpiries(settings),
      ...(await monitoring.accessCertificateExpiry()),
    ],
  };
}
