import * as v from "valibot";
import { limitEntries } from "./limit-settings";
import { readLinkKeys } from "./link-keys";

/** Who helps where SUPPORT_EMAIL is not set. */
export const DEFAULT_SUPPORT = "support@mahogany.example";

const text = (name: string) => v.pipe(v.string(`${name} must be a text.`), v.trim());
const optionalSecret = (name: string) =>
  v.optional(v.pipe(text(name), v.minLength(8, `${name} is too short to be a real credential.`)));

/** An address that paths can be put behind. */
const address = (name: string, example: string) =>
  v.pipe(
    text(name),
    v.regex(
      /^https?:\/\/[^/?#@;,\s]+$/,
      `${name} must be an address without a path, such as ${example}.`,
    ),
  );

/** A page of the label somewhere else, which ours lead to. */
const page = (name: string, example: string) =>
  v.optional(
    v.pipe(
      text(name),
      v.url(`${name} must be the address of a page, such as ${example}.`),
      v.startsWith("https://", `${name} must begin with https://.`),
    ),
  );

/** What is longer is refused unread. In characters. */
const MAX_PASSCODE = 200;

/** An id of the cloud drive, which becomes part of addresses and searches. */
const driveId = (name: string) =>
  v.pipe(text(name), v.regex(/^[\w-]{5,200}$/, `${name} must be an id of the drive's own.`));

const entries = v.object({
  ENVIRONMENT: v.optional(
    v.picklist(["local", "production"], 'ENVIRONMENT must be "local" or "production".'),
    "local",
  ),
  SIGNING_SECRET: v.pipe(
    v.string("SIGNING_SECRET is missing: set it to at least 32 random characters."),
    v.minLength(32, "SIGNING_SECRET must have at least 32 characters."),
  ),
  LINK_KEYS: v.optional(
    v.pipe(
      text("LINK_KEYS"),
      v.check(
        (keys) => readLinkKeys(keys) !== undefined,
        "LINK_KEYS must be pairs such as 2026a:SECRET with commas between them: each name once, " +
          "each secret at least 32 characters.",
      ),
    ),
  ),
  PUBLIC_URL: v.optional(address("PUBLIC_URL", "https://submit.example.com")),
  BRAND_NAME: v.optional(
    v.pipe(text("BRAND_NAME"), v.minLength(1, "BRAND_NAME must not be empty."), v.maxLength(60)),
    "Mahogany",
  ),
  SUPPORT_EMAIL: v.optional(
    v.pipe(text("SUPPORT_EMAIL"), v.email("SUPPORT_EMAIL must be an e-mail address.")),
    DEFAULT_SUPPORT,
  ),
  LEGAL_ENTITY: v.optional(v.pipe(text("LEGAL_ENTITY"), v.maxLength(120))),
  POSTAL_ADDRESS: v.optional(v.pipe(text("POSTAL_ADDRESS"), v.maxLength(300))),
  VIDEO_URL: page("VIDEO_URL", "https://www.youtube.com/@label"),
  STREAMING_URL: page("STREAMING_URL", "https://open.spotify.com/user/label"),
  PHOTO_URL: page("PHOTO_URL", "https://www.instagram.com/label"),
  MONDAY_TOKEN: optionalSecret("MONDAY_TOKEN"),
  MONDAY_BOARD_ID: v.optional(
    v.pipe(
      text("MONDAY_BOARD_ID"),
      v.regex(/^\d+$/, "MONDAY_BOARD_ID must be the number of a board."),
    ),
  ),
  SPOTIFY_CLIENT_ID: optionalSecret("SPOTIFY_CLIENT_ID"),
  SPOTIFY_CLIENT_SECRET: optionalSecret("SPOTIFY_CLIENT_SECRET"),
  SPOTIFY_MARKET: v.optional(
    v.pipe(
      text("SPOTIFY_MARKET"),
      v.toUpperCase(),
      v.regex(/^[A-Z]{2}$/, "SPOTIFY_MARKET must be the two letters of a country, such as GB."),
    ),
    "GB",
  ),
  R2_S3_ENDPOINT: v.optional(address("R2_S3_ENDPOINT", "https://ACCOUNT.r2.cloudflarestorage.com")),
  R2_S3_BUCKET: v.optional(
    v.pipe(
      text("R2_S3_BUCKET"),
      v.regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "R2_S3_BUCKET must be the name of a bucket, such as artist-portal-files.",
      ),
    ),
  ),
  R2_S3_ACCESS_KEY_ID: optionalSecret("R2_S3_ACCESS_KEY_ID"),
  R2_S3_SECRET_ACCESS_KEY: optionalSecret("R2_S3_SECRET_ACCESS_KEY"),
  SMTP_HOST: v.optional(
    v.pipe(
      text("SMTP_HOST"),
      v.regex(
        /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
        "SMTP_HOST must be the name of a mail server, such as smtp.example.com.",
      ),
    ),
  ),
  SMTP_PORT: v.optional(
    v.pipe(
      text("SMTP_PORT"),
      v.check(
        (port) => /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536,
        "SMTP_PORT must be a whole number from 1 to 65535, such as 465.",
      ),
    ),
    "465",
  ),
  SMTP_TLS: v.optional(
    v.picklist(["implicit", "starttls"], 'SMTP_TLS must be "implicit" or "starttls".'),
  ),
  SMTP_USERNAME: v.optional(text("SMTP_USERNAME")),
  SMTP_PASSWORD: v.optional(v.string("SMTP_PASSWORD must be a text.")),
  MAIL_FROM: v.optional(
    v.pipe(text("MAIL_FROM"), v.email("MAIL_FROM must be an e-mail address without a name.")),
  ),
  MAIL_DAILY_LIMIT: v.optional(
    v.pipe(
      text("MAIL_DAILY_LIMIT"),
      v.regex(/^[1-9]\d{0,3}$/, "MAIL_DAILY_LIMIT must be a whole number from 1 to 9999."),
      v.transform(Number),
    ),
    "3",
  ),
  STAFF_EMAIL: v.optional(
    v.pipe(text("STAFF_EMAIL"), v.email("STAFF_EMAIL must be an e-mail address.")),
  ),
  GOOGLE_SERVICE_ACCOUNT_EMAIL: v.optional(
    v.pipe(
      text("GOOGLE_SERVICE_ACCOUNT_EMAIL"),
      v.email("GOOGLE_SERVICE_ACCOUNT_EMAIL must be the address of a service account."),
    ),
  ),
  GOOGLE_PRIVATE_KEY: v.optional(
    v.pipe(
      text("GOOGLE_PRIVATE_KEY"),
      v.regex(
        /^-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s\\]+-----END PRIVATE KEY-----(\\n)?$/,
        "GOOGLE_PRIVATE_KEY must be a private key in PEM, as the account's JSON file has it.",
      ),
    ),
  ),
  GOOGLE_DRIVE_ID: v.optional(driveId("GOOGLE_DRIVE_ID")),
  GOOGLE_DRIVE_FOLDER_ID: v.optional(driveId("GOOGLE_DRIVE_FOLDER_ID")),
  STAFF_PASSCODE: v.optional(
    v.pipe(
      text("STAFF_PASSCODE"),
      v.minLength(12, "STAFF_PASSCODE must have at least 12 characters."),
      v.maxLength(MAX_PASSCODE, `STAFF_PASSCODE must have at most ${MAX_PASSCODE} characters.`),
    ),
  ),
  ACCESS_TEAM_DOMAIN: v.optional(
    v.pipe(
      text("ACCESS_TEAM_DOMAIN"),
      v.regex(
        /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
        "ACCESS_TEAM_DOMAIN must be a host name, such as label.cloudflareaccess.com.",
      ),
    ),
  ),
  ACCESS_AUD: v.optional(
    v.pipe(
      text("ACCESS_AUD"),
      v.regex(
        /^[\w-]{16,200}$/,
        "ACCESS_AUD must be the application audience tag that Cloudflare Access shows.",
      ),
    ),
  ),
  DEV_TOOLS: v.optional(v.picklist(["0", "1"], 'DEV_TOOLS must be "1" or "0".'), "0"),
  ...limitEntries,
});

type Read = v.InferOutput<typeof entries>;
type Name = keyof Read;

/**
 * That some settings are set together or not at all.
 * @param why what the sentence about a missing one ends with.
 * @param further none of these without them.
 */
function together(names: readonly Name[], why: (missing: Name) => string, further: Name[] = []) {
  return v.rawCheck<Read>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const missing = names.filter((name) => !value[name]);
    if (missing.length === names.length && further.every((name) => !value[name])) return;
    for (const name of missing) addIssue({ message: `${name} is missing: ${why(name)}` });
  });
}

/** That of two settings neither is set alone. */
const both = (one: Name, other: Name) =>
  together(
    [one, other],
    (missing) => `${missing === one ? other : one} is set, and neither works alone.`,
  );

const schema = v.pipe(
  entries,
  v.check(
    (env) => !env.MONDAY_TOKEN || Boolean(env.MONDAY_BOARD_ID),
    "MONDAY_BOARD_ID is missing: MONDAY_TOKEN is set, so the board to write to must be named.",
  ),
  both("SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"),
  together(
    ["R2_S3_ENDPOINT", "R2_S3_BUCKET", "R2_S3_ACCESS_KEY_ID", "R2_S3_SECRET_ACCESS_KEY"],
    () => "the four R2_S3_ settings work together or not at all.",
  ),
  together(
    ["SMTP_HOST", "SMTP_USERNAME", "SMTP_PASSWORD", "MAIL_FROM"],
    () => "SMTP_HOST, SMTP_USERNAME, SMTP_PASSWORD and MAIL_FROM work together or not at all.",
  ),
  together(
    ["GOOGLE_SERVICE_ACCOUNT_EMAIL", "GOOGLE_PRIVATE_KEY", "GOOGLE_DRIVE_ID"],
    () =>
      "GOOGLE_SERVICE_ACCOUNT_EMAIL, GOOGLE_PRIVATE_KEY, GOOGLE_DRIVE_ID work together or not at all.",
    ["GOOGLE_DRIVE_FOLDER_ID"],
  ),
  both("ACCESS_TEAM_DOMAIN", "ACCESS_AUD"),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || Boolean(env.PUBLIC_URL),
    "PUBLIC_URL is missing: links on the board and in mails need the public address.",
  ),
  v.check(
    (env) => env.ENVIRONMENT !== "production" || env.DEV_TOOLS === "0",
    "DEV_TOOLS is for local runs only: unset it before you deploy.",
  ),
);

/** Every setting of the product, parsed. README's settings table lists them. */
export type Settings = v.InferOutput<typeof schema>;

/** The names of the settings, for commands that hand them to the workers. */
export const settingNames = Object.keys(entries.entries) as (keyof Settings)[];

/**
 * Parses the environment once, at the edge.
 * @throws Error with one sentence per missing or malformed setting, each naming its setting.
 */
export function parseSettings(env: Record<string, unknown>): Settings {
  const known = Object.fromEntries(
    settingNames.filter((name) => env[name] !== "").map((name) => [name, env[name]]),
  );
  const result = v.safeParse(schema, known);
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => issue.message).join(" "));
}
