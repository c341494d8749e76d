import type { Brand } from "./mail";

/** The mail server of the settings, and who mails come from. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte, or begun by STARTTLS; never none. */
  tls: "implicit" | "starttls";
  username: string;
  password: string;
  from: string;
  brand: Brand;
}

/** Whether mails leave. There is no stand-in: without a server they stay in the outbox. */
export type MailConnection = { state: "off" } | { state: "live"; server: MailServer };

/** The settings of mail, as the environment gives them. */
interface MailSettings {
  SMTP_HOST?: string;
  SMTP_PORT: string;
  SMTP_TLS?: "implicit" | "starttls";
  SMTP_USERNAME?: string;
  SMTP_PASSWORD?: string;
  MAIL_FROM?: string;
  BRAND_NAME: string;
  SUPPORT_EMAIL: string;
  STAFF_EMAIL?: string;
}

/** The brand of the settings. */
export function brandOf(settings: Pick<MailSettings, "BRAND_NAME" | "SUPPORT_EMAIL">): Brand {
  return { name: settings.BRAND_NAME, supportEmail: settings.SUPPORT_EMAIL };
}

/** The rules by which mails are written. @param site the address of the site, without a path. */
export function mailRules(
  settings: { SIGNING_SECRET: string; MAIL_DAILY_LIMIT: number },
  site: string,
) {
  const { SIGNING_SECRET: secret, MAIL_DAILY_LIMIT: dailyLimit } = settings;
  return { site, secret, dailyLimit };
}

/** Where mails to the team go. */
export function staffAddress(
  settings: Pick<MailSettings, "STAFF_EMAIL" | "SUPPORT_EMAIL">,
): string {
  return settings.STAFF_EMAIL ?? settings.SUPPORT_EMAIL;
}

/** How mail is reached. Ports 465 and 2465 speak TLS at once, others by STARTTLS, unless told. */
export function mailConnection(settings: MailSettings): MailConnection {
  const { SMTP_HOST: host, SMTP_USERNAME: username, SMTP_PASSWORD: password } = settings;
  const { MAIL_FROM: from, SMTP_TLS, SMTP_PORT } = settings;
  if (!host || !username || !password || !from) return { state: "off" };
  const port = Number(SMTP_PORT);
  const tls = SMTP_TLS ?? (port === 465 || port === 2465 ? "implicit" : "starttls");
  const brand = brandOf(settings);
  return { state: "live", server: { host, port, tls, username, password, from, brand } };
}
