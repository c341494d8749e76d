import { knownEnds } from "~/monitoring/incidents/known-ends.server";
import type { Services } from "~/services.server";
import type { Watch } from "../sweep-deps";

/**
 * What the sweep judges by, as the settings have it.
 * @param names the integrations that are asked how they are.
 */
export function watchOf({ settings, mail, monitoring }: Services, names: readonly string[]): Watch {
  return {
    names,
    errorsPerHour: settings.ALERT_ERRORS_PER_HOUR,
    databaseMb: settings.LIMIT_DATABASE_MB,
    filesGb: settings.ALERT_FILES_GB,
    mailIsLive: mail.connection.state === "live",
    ends: async () => [...knownEnds(settings), ...(await monitoring.accessEnds())],
  };
}
