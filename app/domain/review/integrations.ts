interface Integration {
  title: string;
  purpose: string;
  /** What happens without it. */
  without?: string;
  /** Required settings. */
  settings: readonly string[];
  /** Settings that do instead. */
  instead?: readonly string[];
  /** Optional settings. */
  further?: readonly string[];
  /** Whether it is one of the portal's own stores. */
  own?: true;
}

const known = {
  board: {
    title: "Task board (monday.com)",
    purpose:
      "Each submission gets an item on the board. A status that the team sets there reaches the artist.",
    without: "Submissions are reviewed on these pages alone.",
    settings: ["MONDAY_TOKEN", "MONDAY_BOARD_ID"],
  },
  drive: {
    title: "Cloud drive (Google Drive)",
    purpose: "Copies the files of every submission to a Shared Drive.",
    without: "Files stay in the portal's own storage, and you open them here.",
    settings: ["GOOGLE_SERVICE_ACCOUNT_EMAIL", "GOOGLE_PRIVATE_KEY", "GOOGLE_DRIVE_ID"],
    further: ["GOOGLE_DRIVE_FOLDER_ID"],
  },
  spotify: {
    title: "Spotify",
    purpose: "Lets artists find their profile and the releases they want to move.",
    without: "Artists paste their links, which nobody checks.",
    settings: ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
    further: ["SPOTIFY_MARKET"],
  },
  mail: {
    title: "Mail server",
    purpose: "Sends confirmations, links and news to artists, and alerts to the team.",
    without: "Emails stay in the outbox, where staff can read them.",
    settings: ["SMTP_HOST", "SMTP_USERNAME", "SMTP_PASSWORD", "MAIL_FROM"],
    further: ["SMTP_PORT", "SMTP_TLS", "STAFF_EMAIL"],
  },
  signing: {
    title: "Signatures (Dropbox Sign)",
    purpose: "Artists sign their agreement with it, inside our page.",
    without: "Artists sign here by typing their name.",
    settings: ["DROPBOX_SIGN_API_KEY", "DROPBOX_SIGN_CLIENT_ID", "DROPBOX_SIGN_TEMPLATE_ID"],
    further: ["DROPBOX_SIGN_TEST_MODE"],
  },
  direct: {
    title: "Direct uploads (R2 by S3)",
    purpose: "Lets browsers send files straight to the bucket.",
    without: "Files go through this site instead, which works too.",
    settings: ["R2_S3_ENDPOINT", "R2_S3_BUCKET", "R2_S3_ACCESS_KEY_ID", "R2_S3_SECRET_ACCESS_KEY"],
  },
  delivery: {
    title: "Delivery (S3 or SFTP)",
    purpose:
      "Takes the releases that you deliver to your distributor: messages with their files, or packages.",
    without: "You download messages and packages, and pass them on.",
    settings: [
      ...["DELIVERY_S3_ENDPOINT", "DELIVERY_S3_BUCKET"],
      ...["DELIVERY_S3_ACCESS_KEY_ID", "DELIVERY_S3_SECRET_ACCESS_KEY"],
    ],
    instead: [
      ...["DELIVERY_SFTP_HOST", "DELIVERY_SFTP_USERNAME", "DELIVERY_SFTP_PASSWORD"],
      "DELIVERY_SFTP_HOST_KEY",
    ],
    further: ["DELIVERY_S3_REGION", "DELIVERY_S3_PREFIX"],
  },
  access: {
    title: "Cloudflare Access",
    purpose: "Lets staff use the label's own sign-in.",
    without: "Staff sign in with the passcode.",
    settings: ["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"],
  },
  images: {
    title: "Cloudflare Images",
    purpose: "Makes small versions of artwork that was uploaded without JavaScript.",
    without: "Such artwork is shown at full size.",
    settings: [],
  },
  d1: {
    title: "Database (D1)",
    purpose: "Stores drafts, submissions, jobs, emails and the activity log.",
    settings: [],
    own: true,
  },
  r2: {
    title: "File storage (R2)",
    purpose: "Stores every file that artists send, privately.",
    settings: [],
    own: true,
  },
  kv: {
    title: "Switches (KV)",
    purpose: "Stores the submission mode and the board's column mapping.",
    settings: [],
    own: true,
  },
  queue: {
    title: "Job queue",
    purpose: "Hands work to the jobs worker: the board, the drive, clips and emails.",
    settings: [],
    own: true,
  },
} as const satisfies Readonly<Record<string, Integration>>;

export type IntegrationName = keyof typeof known;
export const integrations: Readonly<Record<IntegrationName, Integration>> = known;

const isIntegration = (name: string): name is IntegrationName => name in known;
export const integrationNames = Object.keys(known).filter(isIntegration);

/** The name that people know; undefined for what is no integration. */
export const integrationTitle = (name: string): string | undefined =>
  isIntegration(name) ? integrations[name].title : undefined;

export function missingSettings(name: IntegrationName, values: Readonly<Record<string, unknown>>) {
  return integrations[name].settings.filter((setting) => !values[setting]);
}
