export type Delivery =
  | { kind: "accepted"; response: string }
  /** Another attempt claimed the mail; no text was sent. */
  | { kind: "taken" }
  | ({ kind: "not-accepted"; claimed: boolean } & FailureVerdict);

/** `reason` is a code for log lines; `detail` is for staff. */
export interface FailureVerdict {
  next: "retry" | "fail" | "unconfirmed";
  reason: string;
  detail: string;
}

export interface SmtpFailure {
  message: string;
  code?: string;
  responseCode?: number;
  response?: string;
  /** Whether the whole text, including the final dot, may have been sent. */
  ended: boolean;
}

/** Codes of the library for errors of this mail, not of connection or settings. */
const MAIL_ERROR_CODES = ["EENVELOPE", "EMESSAGE"];
const MAX_DETAIL_LENGTH = 500;

const REASONS = new Map([
  ["ETIMEDOUT", "smtp-timeout"],
  ["ETLS", "smtp-tls"],
  ["EAUTH", "smtp-auth"],
  ["ESOCKET", "smtp-line"],
  ["ECONNECTION", "smtp-line"],
  ["EENVELOPE", "smtp-unsendable"],
  ["EMESSAGE", "smtp-unsendable"],
]);

function toReason({ code = "", responseCode, ended }: SmtpFailure): string {
  if (responseCode) return `smtp-${code === "EAUTH" ? "auth-" : ""}${responseCode}`;
  if (ended) return "smtp-no-answer";
  return REASONS.get(code) ?? "smtp-error";
}

function toDetail({ message, code, response, ended }: SmtpFailure): string {
  if (response) return response.slice(0, MAX_DETAIL_LENGTH);
  const description =
    code === "ETIMEDOUT"
      ? "The mail server did not answer in time"
      : message.slice(0, MAX_DETAIL_LENGTH);
  if (!ended) return description;
  return `No answer came after the whole mail had left (${description}): it may have arrived or not. Ask the recipient, or send it again.`;
}

/**
 * Classifies a failed attempt. An SMTP status decides: 4xx is retried, 5xx is final, except a
 * refused sign-in, which staff can fix. Without one: before the end of the text nobody has the
 * mail; after it, delivery is unconfirmed.
 */
export function classifyFailure(failure: SmtpFailure): FailureVerdict {
  const { code, responseCode, ended } = failure;
  const verdict = { reason: toReason(failure), detail: toDetail(failure) };
  if (responseCode) {
    const isFinal = responseCode >= 500 && MAIL_ERROR_CODES.includes(code ?? "");
    return { next: isFinal ? "fail" : "retry", ...verdict };
  }
  if (ended) return { next: "unconfirmed", ...verdict };
  return { next: MAIL_ERROR_CODES.includes(code ?? "") ? "fail" : "retry", ...verdict };
}

/** In seconds: greylisting needs minutes, an outage hours. */
const DELAYS = [60, 300, 900, 3_600, 14_400];

/**
 * Seconds until the next attempt.
 * @param attempts failed ones so far.
 * @returns undefined after the last one.
 */
export function retryAfter(attempts: number): number | undefined {
  return DELAYS[attempts - 1];
}
