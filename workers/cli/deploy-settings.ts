import { randomBytes } from "node:crypto";

/** The workers of an installation, by their names in messages. */
export const WORKER_NAMES = ["jobs worker", "site"] as const;
export type WorkerName = (typeof WORKER_NAMES)[number];

/** The names of the settings that each worker has stored; undefined where the worker does not exist yet. */
export type StoredNames = Readonly<Record<WorkerName, ReadonlySet<string> | undefined>>;

/** Settings that must be equal in both workers, as one signs and the other verifies. */
const SIGNING_NAMES = ["SIGNING_SECRET", "LINK_KEYS"];

export interface SettingsPlan {
  /** Stored together with the code. */
  withCode: Record<string, string>;
  /**
   * Stored after the code of both workers: the signing settings of an installation in use. A failed
   * upload of code then changes neither worker's.
   */
  afterCode: Record<string, string>;
  /** Whether a signing secret was made for this installation. */
  isSecretNew: boolean;
}

/** A setting is missing, or must be decided by hand, before anything is deployed. */
export class SettingsError extends Error {}

const ADDRESS_MISSING =
  "PUBLIC_URL is missing: links on the board and in mails need the public address.";
const BUCKET_ADDRESS_MISSING =
  "PUBLIC_URL is missing: the bucket R2_S3_BUCKET lets in the pages of this address.";
const SECRET_MISSING =
  "The site has a SIGNING_SECRET stored, the jobs worker has none, and nobody can read it back. Set SIGNING_SECRET, either to the one in use or to a new one; with a new one, links that were made before stop working.";

/** Whether both workers will have a setting: given now, or stored in both. */
export const hasSetting =
  (given: Record<string, string>, stored: StoredNames) =>
  (name: string): boolean =>
    name in given || WORKER_NAMES.every((worker) => stored[worker]?.has(name));

/**
 * Plans which settings are stored in both workers, and when.
 * @param given the settings of this shell; others stay as they are stored.
 * @param makeSecret makes the signing secret of a first deployment.
 * @throws SettingsError where a required setting is neither given nor stored.
 */
export function planSettings(
  given: Record<string, string>,
  stored: StoredNames,
  makeSecret = () => randomBytes(32).toString("hex"),
): SettingsPlan {
  const has = hasSetting(given, stored);
  if (!has("PUBLIC_URL")) throw new SettingsError(ADDRESS_MISSING);
  if ("R2_S3_BUCKET" in given && !("PUBLIC_URL" in given))
    throw new SettingsError(BUCKET_ADDRESS_MISSING);
  // Without a site nobody has a link yet, so an interrupted first deployment may start again.
  const isInUse = stored.site?.has("SIGNING_SECRET") ?? false;
  const isSecretNew = !has("SIGNING_SECRET");
  if (isSecretNew && isInUse) throw new SettingsError(SECRET_MISSING);
  const settings = isSecretNew ? { ...given, SIGNING_SECRET: makeSecret() } : given;
  if (!isInUse) return { withCode: settings, afterCode: {}, isSecretNew };
  const entries = Object.entries(settings);
  return {
    withCode: Object.fromEntries(entries.filter(([name]) => !SIGNING_NAMES.includes(name))),
    afterCode: Object.fromEntries(entries.filter(([name]) => SIGNING_NAMES.includes(name))),
    isSecretNew,
  };
}
