import { STATUS_LINK } from "~/domain/mail/mail-content";
import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { readStatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import { canAskForChanges, changesDecision, statusesFor } from "~/domain/review/decision";
import { decisionMail } from "~/domain/review/decision-mail";
import type { ReviewItem } from "~/domain/review/review-item";
import type { RejectionAnswer } from "~/domain/submission/record/fix-link";
import { needsReason } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { CHANGES } from "./decision-choice";

/** Stands for the reason, which is typed between both halves of a letter. Mails have no such sign otherwise. */
const REASON = "\u001a";

/**
 * The mail of each decision that an entry can get: its subject, and its text before and after the reason;
 * for a rejection also how it ends by what the reason means.
 */
export async function decisionLetters({ db, mail, site, clock }: AppContext, item: ReviewItem) {
  const facts = (await readStatusMailFacts(db, [item.id])).get(item.id);
  const to = (await recipientAddresses(db, [item]))(item);
  const [outcome = "waiting"] = await predictOutcomes(
    db,
    "status-change",
    [{ recipient: to, submissionId: item.id }],
    mail.rules,
    clock(),
  );
  const decisions = [
    ...statusesFor(item.kind, item.status).map((status) => {
      return { choice: status, status, reason: REASON };
    }),
    ...(canAskForChanges(item) ? [{ choice: CHANGES, ...changesDecision(REASON) }] : []),
  ];
  const letters = decisions.map(({ choice, ...decision }) => {
    const write = (answer: RejectionAnswer) => {
      const made = { ...decision, answer };
      const { subject, text } = decisionMail(item, made, { brand: mail.brand, site }, facts);
      const [before = "", after = ""] = text
        .replace(`${STATUS_LINK}\n\n`, "")
        .split(REASON)
        .map((half) => half.trim());
      return { subject, before, after };
    };
    const ends: Partial<Record<RejectionAnswer, string>> = needsReason(decision.status)
      ? { later: write("later").after, final: write("final").after }
      : {};
    return [choice, { ...write("fix"), ends }] as const;
  });
  return { to, outcome, letters: Object.fromEntries(letters) };
}
