/**
 * `waiting`: sent by its job. `held`: sent once the limit allows it. `stopped`: stored but not
 * sent. `unwanted`: not written.
 */
export const mailOutcomes = ["waiting", "held", "stopped", "unwanted"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export interface MailOutlook {
  sendsMail: boolean;
  /**
   * Limited or stopped. Which one is not revealed, since the address may belong to somebody else.
   */
  mailHeld: boolean;
}

/** The outcome for a state of the outbox; undefined means that it was not written. */
export function mailOutcomeOf(state: string | undefined): MailOutcome {
  return state === undefined
    ? "unwanted"
    : (mailOutcomes.find((outcome) => outcome === state) ?? "waiting");
}

export const willBeSent = (outcome: MailOutcome) => outcome === "waiting" || outcome === "held";

export const mailOutcomeTexts = {
  waiting: "",
  held: "It goes out later, because this address has had all its emails for today.",
  stopped: "No email goes out, because the owner of this address has stopped our emails.",
  unwanted: "No email is written: this artist has switched emails about statuses off.",
} as const satisfies Record<MailOutcome, string>;
