import * as v from "valibot";
import { settingEntries } from "./setting-entries";

type ParsedSettings = v.InferOutput<typeof settingEntries>;
type SettingName = keyof ParsedSettings;

/**
 * Requires settings to be set together or not at all.
 * @param reason ends the sentence about a missing one.
 * @param dependents need all of them.
 */
function requireTogether(
  names: readonly SettingName[],
  reason: (missing: SettingName) => string,
  dependents: SettingName[] = [],
) {
  return v.rawCheck<ParsedSettings>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const missing = names.filter((name) => !value[name]);
    if (missing.length === names.length && dependents.every((name) => !value[name])) return;
    for (const name of missing) addIssue({ message: `${name} is missing: ${reason(name)}` });
  });
}

const requireBoth = (first: SettingName, second: SettingName) =>
  requireTogether(
    [first, second],
    (missing) => `${missing === first ? second : first} is set, and neither works alone.`,
  );

const schema = v.pipe(
  settingEntries,
  v.check(
    (env) => !env.MONDAY_TOKEN || Boolean(env.MONDAY_BOARD_ID),
    "MONDAY_BOARD_ID is missing: MONDAY_TOKEN is set, so the board to write to must be named.",
  ),
  requireBoth("SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"),
  requireTogether(
    ["R2_S3_ENDPOINT", "R2_S3_BUCKET", "R2_S3_ACCESS_KEY_ID", "R2_S3_SECRET_ACCESS_KEY"],
    () => "the four R2_S3_ settings work together or not at all.",
  ),
  requireTogether(
    ["SMTP_HOST", "SMTP_USERNAME", "SMTP_PASSWORD", "MAIL_FROM"],
    () => "SMTP_HOST, SMTP_USERNAME, SMTP_PASSWORD and MAIL_FROM work together or not at all.",
  ),
  requireTogether(
    ["GOOGLE_SERVICE_ACCOUNT_EMAIL", "GOOGLE_PRIVATE_KEY", "GOOGLE_DRIVE_ID"],
    () =>
      "GOOGLE_SERVICE_ACCOUNT_EMAIL, GOOGLE_PRIVATE_KEY, GOOGLE_DRIVE_ID work together or not at all.",
    ["GOOGLE_DRIVE_FOLDER_ID"],
  ),
  requireTogether(
    ["DROPBOX_SIGN_API_KEY", "DROPBOX_SIGN_CLIENT_ID", "DROPBOX_SIGN_TEMPLATE_ID"],
    () =>
      "DROPBOX_SIGN_API_KEY, DROPBOX_SIGN_CLIENT_ID, DROPBOX_SIGN_TEMPLATE_ID work together or not at all.",
  ),
  requireTogether(
    [
      ...(["DELIVERY_S3_ENDPOINT", "DELIVERY_S3_BUCKET"] as const),
      ...(["DELIVERY_S3_ACCESS_KEY_ID", "DELIVERY_S3_SECRET_ACCESS_KEY"] as const),
    ],
    () => "the endpoint, the bucket and both keys of DELIVERY_S3_ work together or not at all.",
    ["DELIVERY_S3_PREFIX"],
  ),
  requireTogether(
    ["DELIVERY_SFTP_HOST", "DELIVERY_SFTP_USERNAME", "DELIVERY_SFTP_HOST_KEY"],
    () =>
      "the host, the username and the host's key of DELIVERY_SFTP_ work together or not at all.",
    ["DELIVERY_SFTP_PASSWORD", "DELIVERY_SFTP_PRIVATE_KEY", "DELIVERY_SFTP_FOLDER"],
  ),
  v.check(
    (env) =>
      !env.DELIVERY_SFTP_HOST ||
      Boolean(env.DELIVERY_SFTP_PASSWORD) !== Boolean(env.DELIVERY_SFTP_PRIVATE_KEY),
    "Set DELIVERY_SFTP_PASSWORD or DELIVERY_SFTP_PRIVATE_KEY: one of them signs in.",
  ),
  v.check(
    (env) => !env.DELIVERY_SFTP_HOST || !env.DELIVERY_S3_ENDPOINT,
    "Releases go to one place: set either the settings DELIVERY_SFTP_ or the settings DELIVERY_S3_.",
  ),
  requireBoth("DDEX_SENDER_ID", "DDEX_RECIPIENT_ID"),
  requireBoth("ACCESS_TEAM_DOMAIN", "ACCESS_AUD"),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || Boolean(env.PUBLIC_URL),
    "PUBLIC_URL is missing: links on the board and in mails need the public address.",
  ),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || env.DEV_TOOLS === "0",
    "DEV_TOOLS is for local runs only: unset it before you deploy.",
  ),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || (env.DEMO_ARTIST === "0" && !env.DEMO_LATENCY),
    "DEMO_ARTIST and DEMO_LATENCY are for local runs only: unset them before you deploy.",
  ),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || env.DROPBOX_SIGN_SANDBOX === "0",
    "DROPBOX_SIGN_SANDBOX is for local runs only: unset it before you deploy.",
  ),
);

/** The parsed settings; docs/settings.md lists them. */
export type Settings = v.InferOutput<typeof schema>;

export const settingNames = Object.keys(settingEntries.entries) as (keyof Settings)[];

/** @throws Error with one sentence per missing or wrong setting. */
export function parseSettings(env: Record<string, unknown>): Settings {
  const values = Object.fromEntries(
    settingNames.filter((name) => env[name] !== "").map((name) => [name, env[name]]),
  );
  const result = v.safeParse(schema, values);
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => issue.message).join(" "));
}
