import { distance } from "fastest-levenshtein";
import { settingNames } from "../../app/platform/settings";

/** Names that local commands read beside the settings. */
const LOCAL_NAMES = ["PORT", "STATE_DIR", "LOG", "NAME_PREFIX", "SITE_ADDRESS"];
const KNOWN_NAMES: readonly string[] = [...settingNames, ...LOCAL_NAMES];

/** Prefixes of settings that hardly any other name in a shell has. */
const PREFIXES = [
  ...["ALERT_", "DROPBOX_SIGN_", "GOOGLE_DRIVE_", "LIMIT_", "MONDAY_", "R2_S3_", "SMTP_"],
  ...["SPOTIFY_", "STAFF_"],
];

/** The typing errors that a name may have; in a short name two would give another word. */
const maxDistance = (name: string) => (name.length < 8 ? 1 : 2);

const normalize = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** The edit distance of two names; 0 where they differ only in case, `-` and `_`. */
const nameDistance = (a: string, b: string) => distance(normalize(a), normalize(b));

function findClosest(name: string): string {
  const [first = ""] = KNOWN_NAMES;
  return KNOWN_NAMES.reduce(
    (best, knownName) =>
      nameDistance(name, knownName) < nameDistance(name, best) ? knownName : best,
    first,
  );
}

/**
 * A sentence about each name in an environment that looks like a setting but is none. Values are not
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
