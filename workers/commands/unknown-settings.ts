import { distance } from "fastest-levenshtein";
import { settingNames } from "../../app/platform/settings";

/** What local commands read beside the settings. */
const LOCAL_NAMES = ["PORT", "STATE_DIR", "LOG"];
const KNOWN_NAMES: readonly string[] = [...settingNames, ...LOCAL_NAMES];

/** What the names of settings begin with, where hardly anything else in a shell does. */
const PREFIXES = [
  ...["ALERT_", "DROPBOX_SIGN_", "GOOGLE_DRIVE_", "LIMIT_", "MONDAY_", "R2_S3_", "SMTP_"],
  ...["SPOTIFY_", "STAFF_"],
];

/** Letters by which a name may be off: in a short one, one makes another word of it. */
const maxDistance = (name: string) => (name.length < 8 ? 1 : 2);

const normalize = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** How far two names are apart; 0 where they differ in case, `-` and `_` alone. */
const nameDistance = (a: string, b: string) => distance(normalize(a), normalize(b));

function findClosest(name: string): string {
  const [first = ""] = KNOWN_NAMES;
  return KNOWN_NAMES.reduce(
    (best, knownName) => (nameDistance(name, knownName) < nameDistance(name, best) ? knownName : best),
    first,
  );
}

/**
 * A sentence about each name in an environment that is none of ours, but looks like one. Values are not
 * read.
 */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN_NAMES.includes(name) || !env[name]) return [];
    const closest = findClosest(name);
    const isNear = nameDistance(name, closest) <= maxDistance(name);
    if (!isNear && !PREFIXES.some((prefix) => name.toUpperCase().startsWith(prefix))) return [];
    return [`${name} is not a setting of the portal. Did you mean ${closest}?`];
  });
}
