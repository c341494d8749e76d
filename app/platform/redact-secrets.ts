import { base64 } from "./formats/base64";
import type { Settings } from "./settings";

const SECRETS = [
  "SIGNING_SECRET",
  "LINK_KEYS",
  "MONDAY_TOKEN",
  "SPOTIFY_CLIENT_SECRET",
  "R2_S3_ACCESS_KEY_ID",
  "R2_S3_SECRET_ACCESS_KEY",
  "DELIVERY_S3_ACCESS_KEY_ID",
  "DELIVERY_S3_SECRET_ACCESS_KEY",
  "DELIVERY_SFTP_PASSWORD",
  "DELIVERY_SFTP_PRIVATE_KEY",
  "SMTP_PASSWORD",
  "GOOGLE_PRIVATE_KEY",
  "DROPBOX_SIGN_API_KEY",
  "STAFF_PASSCODE",
  "ALERT_WEBHOOK_URL",
] as const satisfies (keyof Settings)[];

/** A shorter secret might be an ordinary word. */
const MIN_LENGTH = 6;

/**
 * Replaces secrets in a text of a third party, which may quote what it was sent: plain, in base64
 * or URL-encoded.
 */
export function redactSecrets(
  text: string,
  settings: Partial<Record<(typeof SECRETS)[number], string | undefined>>,
): string {
  const forms = SECRETS.flatMap((name) => {
    const secret = settings[name];
    if (!secret || secret.length < MIN_LENGTH) return [];
    const encodedSecret = encodeURIComponent(secret);
    const base64Secret = base64(new TextEncoder().encode(secret));
    return [secret, encodedSecret, base64Secret, base64Secret.replace(/={1,2}$/, "")];
  });
  return forms.reduce((redacted, form) => redacted.replaceAll(form, "[secret]"), text);
}
