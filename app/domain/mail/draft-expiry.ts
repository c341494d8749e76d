import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { longDate } from "~/platform/formats/dates";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

interface ExpiringDraft {
  draftId: string;
  recipient: string;
  /** ISO string in UTC. */
  expiresAt: string;
  /** Resume link; secret. */
  url: string;
}

/**
 * Deduplication key: one warning for each expiry date. Check `isQueued` with it before creating a
 * link, or every sweep adds another draft key.
 */
export function draftExpiryKey({
  draftId,
  expiresAt,
}: Pick<ExpiringDraft, "draftId" | "expiresAt">) {
  return `draft-expiry:${draftId}:${expiresAt}`;
}

/** Contains nothing else that was typed. */
export function draftExpiryMail(draft: ExpiringDraft, brand: Brand): Mail {
  const day = longDate(draft.expiresAt);
  const letter: Omit<MailContent, "brand"> = {
    subject: `Your submission to ${brand.name} is not sent yet: we delete it on ${day}`,
    blocks: [
      greetingBlock(),
      `You started a submission to ${brand.name} and haven't sent it. On ${day} we delete it, with the files you uploaded for it.`,
      "You can continue on any device.",
      { kind: "link", label: "Continue your submission", url: draft.url },
      `Every change keeps it for another ${DRAFT_DAYS} days. Anyone with the link can open and change your draft, so keep it to yourself.`,
      `You don't want to send it? Then you don't need to do anything. Questions? Write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: draftExpiryKey(draft),
    kind: "draft-expiry",
    recipient: draft.recipient,
  });
}
