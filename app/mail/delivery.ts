/** What came of handing a mail to the mail server. */
export type Delivery =
  | { kind: "accepted"; response: string }
  /** Another attempt has the mail; nothing of its text was sent. */
  | { kind: "taken" }
  | ({ kind: "not-accepted"; claimed: boolean } & FailureVerdict);

/** What to do about a failure. `reason` is a code for log lines; `detail` is for staff. */
export interface FailureVerdict {
  next: "retry" | "fail" | "unconfirmed";
  reason: string;
  detail: string;
}

/** A failure as the SMTP library tells it, and how far the mail had come. */
export interface SmtpFailure {
  message: string;
  /** The library's own code, such as EAUTH. */
  code?: string;
  /** Of the server's answer, such as 451. */
  responseCode?: number;
  /** The server's answer, whole. */
  response?: string;
  /** Whether all of the text may have left, up to the dot that ends it. */
  ended: boolean;
}

/** The library's codes for faults of this one mail, rather than of the line or the settings. */
const OF_THE_MAIL = ["EENVELOPE", "EMESSAGE"];
const LONGEST_DETAIL = 500;

/** Our codes for the library's. */
const REASONS = new Map([
  ["ETIMEDOUT", "smtp-timeout"],
  ["ETLS", "smtp-tls"],
  ["EAUTH", "smtp-auth"],
  ["ESOCKET", "smtp-line"],
  ["ECONNECTION", "smtp-line"],
  ["EENVELOPE", "smtp-unsendable"],
  ["EMESSAGE", "smtp-unsendable"],
]);

function reasonFor({ code = "", responseCode, ended }: SmtpFailure): string {
  if (responseCode) return `smtp-${code === "EAUTH" ? "auth-" : ""}${responseCode}`;
  if (ended) return "smtp-no-answer";
  return REASONS.get(code) ?? "smtp-error";
}

function detailOf({ message, code, response, ended }: SmtpFailure): string {
  if (response) return response.slice(0, LONGEST_DETAIL);
  const description =
    code === "ETIMEDOUT"
      ? "The mail server did not answer in time"
      : message.slice(0, LONGEST_DETAIL);
  if (!ended) return description;
  return `No answer came after the whole mail had left (${description}): it may have arrived or not. Ask the recipient, or send it again.`;
}

/**
 * Judges a failed attempt. An answer of the server settles it: 4xx is tried again, 5xx is final,
 * unless it refuses our sign-in, which staff can mend. Without an answer it depends on how far the
 * mail had come: before its end nobody has it; after that nobody knows.
 */
export function classifyFailure(failure: SmtpFailure): FailureVerdict {
  const { code, responseCode, ended } = failure;
  const verdict = { reason: reasonFor(failure), detail: detailOf(failure) };
  if (responseCode) {
    const final = responseCode >= 500 && OF_THE_MAIL.includes(code ?? "");
    return { next: final ? "fail" : "retry", ...verdict };
  }
  if (ended) return { next: "unconfirmed", ...verdict };
  return { next: OF_THE_MAIL.includes(code ?? "") ? "fail" : "retry", ...verdict };
}

/** Seconds to wait after each attempt: greylisting asks for minutes, an outage for hours. */
const DELAYS = [60, 300, 900, 3_600, 14_400];

/**
 * How long to wait after this many failed attempts (this one included) before the next.
 * @returns undefined when that was the last.
 */
export function retryAfter(attempts: number): number | undefined {
  return DELAYS[attempts - 1];
}
