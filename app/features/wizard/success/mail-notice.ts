import type { MailOutlook } from "~/domain/mail/mail-outcome";

const RESUBSCRIBE_TEXT =
  "To get them again, use the link at the end of any of our emails, or write to us.";

/**
 * Says whether a confirmation mail is on its way, and what to do if not.
 * @param to the address, if the page may show it. @param found what the reference identifies.
 */
export function mailNotice(
  { sendsMail, mailHeld }: MailOutlook,
  { to, found }: { to: string | undefined; found: string },
): string {
  if (sendsMail) return `An email confirmation is on its way to ${to ?? "you"}.`;
  const heldText = mailHeld
    ? `No email confirmation goes to ${to ?? "your address"} just now: an address gets only a few emails a day, and none once they are stopped. ${RESUBSCRIBE_TEXT} `
    : "";
  return `${heldText}Make a note of your reference: it's how we find ${found}.`;
}
