/**
 * What becomes of a mail. `waiting`: it leaves with its job; `held`: it leaves once its address may have
 * more; `stopped`: it is kept and does not leave; `unwanted`: it is not written.
 */
export const mailOutcomes = ["waiting", "held", "stopped", "unwanted"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** What a page may say of a mail that confirms something. */
export interface MailOutlook {
  /** It is on its way, or has come. */
  sendsMail: boolean;
  /**
   * Its address gets none just now: it has had its emails of today, or wants none. Which of the two is
   * told to nobody, since whoever typed an address need not be the one who reads it.
   */
  mailHeld: boolean;
}

/** What became of a mail by the state that the outbox gave it; undefined where it took none. */
export function mailOutcomeOf(state: string | undefined): MailOutcome {
  return state === undefined
    ? "unwanted"
    : (mailOutcomes.find((fate) => fate === state) ?? "waiting");
}

/** Whether a mail goes out by itself, now or later. */
export const willBeSent = (fate: MailOutcome) => fate === "waiting" || fate === "held";

/** What staff read of a mail to an artist that does not go out at once. */
export const mailOutcomeTexts = {
  waiting: "",
  held: "It leaves later: this address has had its emails of today.",
  stopped: "No email goes out: whoever reads this address has stopped our emails.",
  unwanted: "No email is written: this artist has switched emails about statuses off.",
} as const satisfies Record<MailOutcome, string>;
