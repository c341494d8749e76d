/** States in which a mail has not gone out, or may not have. */
export const troubledStates = ["waiting", "held", "failed", "unconfirmed"] as const;
export type TroubledState = (typeof troubledStates)[number];

/** A mail of an entry that has not gone out, although it was tried. */
export interface TroubledMail {
  id: string;
  kind: string;
  subject: string;
  recipient: string;
  state: TroubledState;
  lastError: string | null;
  /** The job that sends it; null if it is no longer kept. */
  jobId: string | null;
}

/** Whether it takes somebody of the staff to send it. */
export const needsStaff = ({ state }: { state: string }): boolean =>
  state === "failed" || state === "unconfirmed";

/** What happens to a mail next, by its state; undefined where nothing does. */
export function mailNextStep(state: string): string | undefined {
  switch (state) {
    case "waiting":
      return "It goes out automatically once the mail server accepts it.";
    case "held":
      return "This address has had all its emails for today. It goes out automatically later.";
    case "failed":
      return "It won't go out automatically.";
    case "unconfirmed":
      return "It may have arrived. Ask the recipient before you send it again.";
    default:
      return undefined;
  }
}

const NAMES = new Map([
  ["status-change", "The email to the artist about the decision"],
  ["confirmation", "The confirmation to the artist"],
  ["waiting-list", "The confirmation to the artist"],
]);

/** Tells staff of a mail that has not gone out: what it is, why, and what happens next. */
export function mailTroubleText(mail: TroubledMail): { text: string; reason?: string } {
  const { kind, subject, recipient, state, lastError } = mail;
  const name = NAMES.get(kind) ?? `The email "${subject}" to ${recipient}`;
  const outcome =
    state === "unconfirmed"
      ? "was sent, but the mail server didn't answer."
      : state === "failed"
        ? "hasn't been sent."
        : "hasn't been sent yet.";
  return {
    text: `${name} ${outcome} ${mailNextStep(state)}`,
    // Of the others the next step says all there is to say.
    ...(lastError && (state === "waiting" || state === "failed") && { reason: lastError }),
  };
}
