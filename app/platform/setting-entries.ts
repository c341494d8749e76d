import * as v from "valibot";
import { deliveryEntries } from "./delivery-settings";
import { alertEntries, archiveEntries, backupEntries, limitEntries } from "./limit-settings";
import { readLinkKeys } from "./link-keys";
import { address, bucketName, optionalSecret, text } from "./setting-rules";
import { LISTENERS_RULE, readTeam } from "./team-setting";

const page = (name: string, example: string) =>
  v.optional(
    v.pipe(
      text(name),
      v.url(`${name} must be the address of a page, such as ${example}.`),
      v.startsWith("https://", `${name} must begin with https://.`),
    ),
  );

/** In characters; longer ones are refused unread. */
const MAX_PASSCODE = 200;

/** An id that becomes part of addresses and searches. */
const driveId = (name: string) =>
  v.pipe(text(name), v.regex(/^[\w-]{5,200}$/, `${name} must be an id of the drive's own.`));

const MAX_LATENCY = 10_000;

/** Parses a range of milliseconds such as 500-1500. */
export function readLatency(range: string): { from: number; to: number } | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [Number(first), Number(last)];
  return from <= to && to <= MAX_LATENCY ? { from, to } : undefined;
}

/** Also parsed alone, for error pages. */
const labelNames = {
  BRAND_NAME: v.optional(
    v.pipe(
      text("BRAND_NAME"),
      v.minLength(1, "BRAND_NAME must not be empty."),
      v.maxLength(60, "BRAND_NAME must have at most 60 characters."),
    ),
    "Mahogany",
  ),
  SUPPORT_EMAIL: v.optional(
    v.pipe(text("SUPPORT_EMAIL"), v.email("SUPPORT_EMAIL must be an e-mail address.")),
    "support@mahogany.example",
  ),
};
export const labelEntries = v.object(labelNames);

/** Each setting by itself; `settings.ts` has the rules between them. */
export const settingEntries = v.object({
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
  ...labelNames,
  MAINTENANCE: v.optional(v.picklist(["0", "1"], 'MAINTENANCE must be "1" or "0".'), "0"),
  LEGAL_ENTITY: v.optional(
    v.pipe(
      text("LEGAL_ENTITY"),
      v.maxLength(120, "LEGAL_ENTITY must have at most 120 characters."),
    ),
  ),
  POSTAL_ADDRESS: v.optional(
    v.pipe(
      text("POSTAL_ADDRESS"),
      v.maxLength(300, "POSTAL_ADDRESS must have at most 300 characters."),
    ),
  ),
  LISTENERS: v.optional(
    v.pipe(
      text("LISTENERS"),
      v.check((team) => readTeam(team) !== undefined, LISTENERS_RULE),
    ),
  ),
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
  MONDAY_SIGNING_SECRET: optionalSecret("MONDAY_SIGNING_SECRET"),
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
  R2_S3_BUCKET: bucketName("R2_S3_BUCKET", "artist-portal-files"),
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
  DROPBOX_SIGN_API_KEY: optionalSecret("DROPBOX_SIGN_API_KEY"),
  DROPBOX_SIGN_CLIENT_ID: optionalSecret("DROPBOX_SIGN_CLIENT_ID"),
  DROPBOX_SIGN_TEMPLATE_ID: optionalSecret("DROPBOX_SIGN_TEMPLATE_ID"),
  DROPBOX_SIGN_TEST_MODE: v.optional(
    v.picklist(["0", "1"], 'DROPBOX_SIGN_TEST_MODE must be "1" or "0".'),
    "0",
  ),
  DROPBOX_SIGN_SANDBOX: v.optional(
    v.picklist(["0", "1"], 'DROPBOX_SIGN_SANDBOX must be "1" or "0".'),
    "0",
  ),
  ...deliveryEntries,
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
  DEMO_ARTIST: v.optional(v.picklist(["0", "1"], 'DEMO_ARTIST must be "1" or "0".'), "0"),
  DEMO_LATENCY: v.optional(
    v.pipe(
      text("DEMO_LATENCY"),
      v.check(
        (range) => readLatency(range) !== undefined,
        "DEMO_LATENCY must be a range of milliseconds up to 10000, such as 500-1500.",
      ),
    ),
  ),
  UPLOAD_COMPRESSION: v.optional(
    v.picklist(["0", "1"], 'UPLOAD_COMPRESSION must be "1" or "0".'),
    "1",
  ),
  OFFLINE_FORM: v.optional(v.picklist(["0", "1"], 'OFFLINE_FORM must be "1" or "0".'), "1"),
  DELIVERY_WEEKS: v.optional(
    v.pipe(
      text("DELIVERY_WEEKS"),
      v.regex(/^([1-9]|1[0-2])$/, "DELIVERY_WEEKS must be a whole number from 1 to 12."),
      v.transform(Number),
    ),
    "4",
  ),
  ...alertEntries,
  ...backupEntries,
  ...archiveEntries,
  ...limitEntries,
});
