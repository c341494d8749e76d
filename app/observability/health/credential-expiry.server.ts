import { decodeJwt } from "jose";
import { addDays } from "~/platform/clock";
import { type DatedName, readCredentialEnds } from "~/platform/credential-ends";
import { longDate } from "~/platform/formats/dates";
import { EXPIRY_DAYS, type Finding } from "./alert-rules";

interface CredentialSettings {
  CREDENTIALS_END?: string | undefined;
  MONDAY_TOKEN?: string | undefined;
}

/** The expiry of a JWT; undefined for other tokens. */
function tokenExpiry(token: string): string | undefined {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? undefined : new Date(exp * 1_000).toISOString();
  } catch {
    return undefined;
  }
}

/** Known expiries, from the settings or from a token itself. */
export function credentialExpiries({
  CREDENTIALS_END = "",
  MONDAY_TOKEN,
}: CredentialSettings): DatedName[] {
  const configuredEnds = readCredentialEnds(CREDENTIALS_END) ?? [];
  const tokenEndsAt = MONDAY_TOKEN && tokenExpiry(MONDAY_TOKEN);
  if (!tokenEndsAt || configuredEnds.some(({ name }) => name === "MONDAY_TOKEN"))
    return configuredEnds;
  return [...configuredEnds, { name: "MONDAY_TOKEN", endsAt: tokenEndsAt }];
}

export function expiringSoon(ends: readonly DatedName[], now: Date): Finding[] {
  return ends
    .filter(
      ({ endsAt, noticeDays = EXPIRY_DAYS }) => endsAt <= addDays(now, noticeDays).toISOString(),
    )
    .map(({ name, endsAt }) => ({
      rule: "expiry",
      subject: name,
      detail:
        endsAt <= now.toISOString()
          ? `${name} has ended on ${longDate(endsAt)}.`
          : `${name} ends on ${longDate(endsAt)}.`,
    }));
}
