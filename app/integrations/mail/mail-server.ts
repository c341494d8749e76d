import type { Brand } from "~/domain/mail/mail";

export interface MailServer {
  host: string;
  port: number;
  /** TLS is always used. */
  tls: "implicit" | "starttls";
  username: string;
  password: string;
  from: string;
  brand: Brand;
}

/** There is no sandbox: without a server, mails stay in the outbox. */
export type MailConnection = { state: "off" } | { state: "live"; server: MailServer };

interface MailSettings {
  SMTP_HOST?: string;
  SMTP_PORT: string;
  SMTP_TLS?: "implicit" | "starttls";
  SMTP_USERNAME?: string;
  SMTP_PASSWORD?: string;
  MAIL_FROM?: string;
  BRAND_NAME: string;
  SUPPORT_EMAIL: string;
  DELIVERY_WEEKS: number;
  STAFF_EMAIL?: string;
}

export function brandOf(
  settings: Pick<MailSettings, "BRAND_NAME" | "SUPPORT_EMAIL" | "DELIVERY_WEEKS">,
): Brand {
  const { BRAND_NAME: name, SUPPORT_EMAIL: supportEmail, DELIVERY_WEEKS: deliveryWeeks } = settings;
  return { name, supportEmail, deliveryWeeks };
}

/** @param site origin of the site. */
export function mailRules(
  settings: { SIGNING_SECRET: string; MAIL_DAILY_LIMIT: number },
  site: string,
) {
  const { SIGNING_SECRET: secret, MAIL_DAILY_LIMIT: dailyLimit } = settings;
  return { site, secret, dailyLimit };
}

export function staffAddress(settings: Pick<MailSettings, "STAFF_EMAIL" | "SUPPORT_EMAIL">) {
  return settings.STAFF_EMAIL ?? settings.SUPPORT_EMAIL;
}

/** Reads the mail settings. Ports 465 and 2465 default to implicit TLS, others to STARTTLS. */
export function mailConnection(settings: MailSettings): MailConnection {
  const { SMTP_HOST: host, SMTP_USERNAME: username, SMTP_PASSWORD: password } = settings;
  const { MAIL_FROM: from, SMTP_TLS, SMTP_PORT } = settings;
  if (!host || !username || !password || !from) return { state: "off" };
  const port = Number(SMTP_PORT);
  const tls = SMTP_TLS ?? (port === 465 || port === 2465 ? "implicit" : "starttls");
  const brand = brandOf(settings);
  return { state: "live", server: { host, port, tls, username, password, from, brand } };
}
