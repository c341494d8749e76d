import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { readStatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import { canAskForChanges, changesDecision, statusesFor } from "~/domain/review/decision";
import { decisionMail } from "~/domain/review/decision-mail";
import type { ReviewItem } from "~/domain/review/review-item";
import type { AppContext } from "~/session/app-context";
import { CHANGES } from "./decision-choice";

/** Stands for the reason, which is typed between both halves of a letter. Mails have no such sign otherwise. */
const REASON = "\u001a";

/** The mail of each decision that an entry can get: its subject, and its text before and after the reason. */
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
    const { subject, text } = decisionMail(item, decision, { brand: mail.brand, site }, facts);
    const [before = "", after = ""] = text.split(REASON).map((half) => half.trim());
    return [choice, { subject, before, after }] as const;
  });
  return { to, outcome, letters: Object.fromEntries(letters) };
}
