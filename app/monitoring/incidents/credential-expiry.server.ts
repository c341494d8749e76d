import { decodeJwt } from "jose";
import { addDays } from "~/platform/clock";
import { type DatedName, readCredentialEnds } from "~/platform/credential-ends";
import { longDate } from "~/platform/formats/dates";
import { EXPIRY_DAYS, type Finding } from "./rules";

/** Settings that hold a token which may say by itself when it ends. */
interface Tokens {
  CREDENTIALS_END?: string | undefined;
  MONDAY_TOKEN?: string | undefined;
}

/** When a token ends that is a JWT with an end; undefined for any other, as most are. */
function endOfToken(token: string): string | undefined {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? undefined : new Date(exp * 1_000).toISOString();
  } catch {
    return undefined;
  }
}

/** What the portal knows to end, with its date: as the settings say, or as a token says itself. */
export function credentialExpiries({ CREDENTIALS_END = "", MONDAY_TOKEN }: Tokens): DatedName[] {
  const set = readCredentialEnds(CREDENTIALS_END) ?? [];
  const own = MONDAY_TOKEN && endOfToken(MONDAY_TOKEN);
  if (!own || set.some(({ name }) => name === "MONDAY_TOKEN")) return set;
  return [...set, { name: "MONDAY_TOKEN", endsAt: own }];
}

/** Those that end soon, or have ended. */
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
