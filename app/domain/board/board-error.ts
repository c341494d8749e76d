import { formatWaitUntil } from "~/platform/formats/duration";

/** Why the board has not done what it was asked for. */
export class BoardError extends Error {
  override readonly name: string = "BoardError";
  /** Retrying cannot help: a setting, the board or the data must change. */
  readonly permanent: boolean;
  readonly retryAfterSeconds?: number;
  /** What staff must do about it, in sentences. */
  advice = "";

  constructor(
    /** For log lines; `NO_REPLY` where the board was silent. */
    readonly code: string,
    /** The board's own words. May contain personal data: never log it. */
    message: string,
    { permanent, retryAfterSeconds }: { permanent: boolean; retryAfterSeconds?: number },
  ) {
    super(message);
    this.permanent = permanent;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What staff read about a job or call that the board has not carried out. */
export function boardErrorText({ advice, message, permanent }: BoardError): string {
  if (!permanent) return message;
  return `${advice} Then run the job again.${message ? ` The board said: ${message}` : ""}`;
}

/** What staff read on a page that the board has not answered. */
export function boardProblemText(error: BoardError, now: Date): string {
  const { code, permanent, message, advice, retryAfterSeconds: waitSeconds } = error;
  if (code === "NO_REPLY") return advice;
  const quote = `The board said: ${message} (${code})`;
  if (permanent) return `${advice} ${quote}`;
  return waitSeconds === undefined
    ? `The board cannot do that just now. Try again in a minute. ${quote}`
    : `The board takes no more calls just now. Try again in ${formatWaitUntil(waitSeconds, now)}. ${quote}`;
}
