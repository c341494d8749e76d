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

const S3_NAMES = [
  "R2_S3_ENDPOINT",
  "R2_S3_BUCKET",
  "R2_S3_ACCESS_KEY_ID",
  "R2_S3_SECRET_ACCESS_KEY",
] as const;

const SMTP_NAMES = ["SMTP_HOST", "SMTP_USERNAME", "SMTP_PASSWORD", "MAIL_FROM"] as const;

const DRIVE_NAMES = [
  "GOOGLE_SERVICE_ACCOUNT_EMAIL",
  "GOOGLE_PRIVATE_KEY",
  "GOOGLE_DRIVE_ID",
] as const;

/** What is longer is refused unread. In characters. */
const MAX_PASSCODE = 200;

/** An id of the cloud drive, which becomes part of addresses and searches. */
const driveId = (name: string) =>
  v.pipe(text(name), v.regex(/^[\w-]{5,200}$/, `${name} must be an id of the drive's own.`));

const schema = v.pipe(
  v.object({
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
    R2_S3_ENDPOINT: v.optional(
      address("R2_S3_ENDPOINT", "https://ACCOUNT.r2.cloudflarestorage.com"),
    ),
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
  }),
  v.check(
    (env) => !env.MONDAY_TOKEN || Boolean(env.MONDAY_BOARD_ID),
    "MONDAY_BOARD_ID is missing: MONDAY_TOKEN is set, so the board to write to must be named.",
  ),
  v.check(
    (env) => !env.SPOTIFY_CLIENT_ID || Boolean(env.SPOTIFY_CLIENT_SECRET),
    "SPOTIFY_CLIENT_SECRET is missing: SPOTIFY_CLIENT_ID is set, and neither works alone.",
  ),
  v.check(
    (env) => !env.SPOTIFY_CLIENT_SECRET || Boolean(env.SPOTIFY_CLIENT_ID),
    "SPOTIFY_CLIENT_ID is missing: SPOTIFY_CLIENT_SECRET is set, and neither works alone.",
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const missing = S3_NAMES.filter((name) => !dataset.value[name]);
    if (missing.length === S3_NAMES.length) return;
    for (const name of missing)
      addIssue({
        message: `${name} is missing: the four R2_S3_ settings work together or not at all.`,
      });
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const missing = SMTP_NAMES.filter((name) => !dataset.value[name]);
    if (missing.length === SMTP_NAMES.length) return;
    for (const name of missing)
      addIssue({
        message: `${name} is missing: SMTP_HOST, SMTP_USERNAME, SMTP_PASSWORD and MAIL_FROM work together or not at all.`,
      });
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const missing = DRIVE_NAMES.filter((name) => !dataset.value[name]);
    if (missing.length === 0) return;
    if (missing.length === DRIVE_NAMES.length && !dataset.value.GOOGLE_DRIVE_FOLDER_ID) return;
    for (const name of missing)
      addIssue({
        message: `${name} is missing: ${DRIVE_NAMES.join(", ")} work together or not at all.`,
      });
  }),
  v.check(
    (env) => !env.ACCESS_TEAM_DOMAIN || Boolean(env.ACCESS_AUD),
    "ACCESS_AUD is missing: ACCESS_TEAM_DOMAIN is set, and neither works alone.",
  ),
  v.check(
    (env) => !env.ACCESS_AUD || Boolean(env.ACCESS_TEAM_DOMAIN),
    "ACCESS_TEAM_DOMAIN is missing: ACCESS_AUD is set, and neither works alone.",
  ),
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
export const settingNames = Object.keys(schema.pipe[0].entries) as (keyof Settings)[];

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
