import * as v from "valibot";
import { deliveryEntries } from "./delivery-settings";
import { alertEntries, archiveEntries, backupEntries, limitEntries } from "./limit-settings";
import { readLinkKeys } from "./link-keys";
import {
  address,
  bucketName,
  checked,
  email,
  flag,
  hostName,
  matching,
  optionalSecret,
  portNumber,
  text,
  upTo,
  wholeNumber,
} from "./setting-rules";
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
const driveId = (name: string) => matching(name, /^[\w-]{5,200}$/, "an id of the drive's own");

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
    v.pipe(upTo("BRAND_NAME", 60), v.minLength(1, "BRAND_NAME must not be empty.")),
    "Mahogany",
  ),
  SUPPORT_EMAIL: v.optional(email("SUPPORT_EMAIL"), "support@mahogany.example"),
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
    checked(
      "LINK_KEYS",
      (keys) => readLinkKeys(keys) !== undefined,
      "pairs such as 2026a:SECRET with commas between them: each name once, each secret at least 32 characters",
    ),
  ),
  PUBLIC_URL: v.optional(address("PUBLIC_URL", "https://submit.example.com")),
  ...labelNames,
  MAINTENANCE: flag("MAINTENANCE", "0"),
  LEGAL_ENTITY: v.optional(upTo("LEGAL_ENTITY", 120)),
  POSTAL_ADDRESS: v.optional(upTo("POSTAL_ADDRESS", 300)),
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
  MONDAY_BOARD_ID: v.optional(matching("MONDAY_BOARD_ID", /^\d+$/, "the number of a board")),
  MONDAY_SIGNING_SECRET: optionalSecret("MONDAY_SIGNING_SECRET"),
  SPOTIFY_CLIENT_ID: optionalSecret("SPOTIFY_CLIENT_ID"),
  SPOTIFY_CLIENT_SECRET: optionalSecret("SPOTIFY_CLIENT_SECRET"),
  SPOTIFY_MARKET: v.optional(
    v.pipe(
      matching("SPOTIFY_MARKET", /^[A-Z]{2}$/i, "the two letters of a country, such as GB"),
      v.toUpperCase(),
    ),
    "GB",
  ),
  R2_S3_ENDPOINT: v.optional(address("R2_S3_ENDPOINT", "https://ACCOUNT.r2.cloudflarestorage.com")),
  R2_S3_BUCKET: bucketName("R2_S3_BUCKET", "artist-portal-files"),
  R2_S3_ACCESS_KEY_ID: optionalSecret("R2_S3_ACCESS_KEY_ID"),
  R2_S3_SECRET_ACCESS_KEY: optionalSecret("R2_S3_SECRET_ACCESS_KEY"),
  SMTP_HOST: hostName("SMTP_HOST", "the name of a mail server, such as smtp.example.com"),
  SMTP_PORT: portNumber("SMTP_PORT", "465"),
  SMTP_TLS: v.optional(
    v.picklist(["implicit", "starttls"], 'SMTP_TLS must be "implicit" or "starttls".'),
  ),
  SMTP_USERNAME: v.optional(text("SMTP_USERNAME")),
  SMTP_PASSWORD: v.optional(v.string("SMTP_PASSWORD must be a text.")),
  MAIL_FROM: v.optional(email("MAIL_FROM", "an e-mail address without a name")),
  MAIL_DAILY_LIMIT: v.optional(
    wholeNumber("MAIL_DAILY_LIMIT", /^[1-9]\d{0,3}$/, "from 1 to 9999"),
    "3",
  ),
  STAFF_EMAIL: v.optional(email("STAFF_EMAIL")),
  GOOGLE_SERVICE_ACCOUNT_EMAIL: v.optional(
    email("GOOGLE_SERVICE_ACCOUNT_EMAIL", "the address of a service account"),
  ),
  GOOGLE_PRIVATE_KEY: v.optional(
    matching(
      "GOOGLE_PRIVATE_KEY",
      /^-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s\\]+-----END PRIVATE KEY-----(\\n)?$/,
      "a private key in PEM, as the account's JSON file has it",
    ),
  ),
  GOOGLE_DRIVE_ID: v.optional(driveId("GOOGLE_DRIVE_ID")),
  GOOGLE_DRIVE_FOLDER_ID: v.optional(driveId("GOOGLE_DRIVE_FOLDER_ID")),
  DROPBOX_SIGN_API_KEY: optionalSecret("DROPBOX_SIGN_API_KEY"),
  DROPBOX_SIGN_CLIENT_ID: optionalSecret("DROPBOX_SIGN_CLIENT_ID"),
  DROPBOX_SIGN_TEMPLATE_ID: optionalSecret("DROPBOX_SIGN_TEMPLATE_ID"),
  DROPBOX_SIGN_TEST_MODE: flag("DROPBOX_SIGN_TEST_MODE", "0"),
  DROPBOX_SIGN_SANDBOX: flag("DROPBOX_SIGN_SANDBOX", "0"),
  ...deliveryEntries,
  STAFF_PASSCODE: v.optional(
    v.pipe(
      upTo("STAFF_PASSCODE", MAX_PASSCODE),
      v.minLength(12, "STAFF_PASSCODE must have at least 12 characters."),
    ),
  ),
  ACCESS_TEAM_DOMAIN: hostName(
    "ACCESS_TEAM_DOMAIN",
    "a host name, such as label.cloudflareaccess.com",
  ),
  ACCESS_AUD: v.optional(
    matching(
      "ACCESS_AUD",
      /^[\w-]{16,200}$/,
      "the application audience tag that Cloudflare Access shows",
    ),
  ),
  DEV_TOOLS: flag("DEV_TOOLS", "0"),
  DEMO_ARTIST: flag("DEMO_ARTIST", "0"),
  DEMO_LATENCY: v.optional(
    checked(
      "DEMO_LATENCY",
      (range) => readLatency(range) !== undefined,
      "a range of milliseconds up to 10000, such as 500-1500",
    ),
  ),
  UPLOAD_COMPRESSION: flag("UPLOAD_COMPRESSION", "1"),
  OFFLINE_FORM: flag("OFFLINE_FORM", "1"),
  DELIVERY_WEEKS: v.optional(
    wholeNumber("DELIVERY_WEEKS", /^([1-9]|1[0-2])$/, "from 1 to 12"),
    "4",
  ),
  ...alertEntries,
  ...backupEntries,
  ...archiveEntries,
  ...limitEntries,
});
