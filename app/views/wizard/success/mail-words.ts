import type { Receipt } from "~/submission/run/receipt";

const NOTE = "Make a note of your reference:";
const BACK = "To get them again, use the link at the end of any of our emails, or write to us.";

/**
 * What a page says of the mail that confirms something: that it is on its way, or what is so instead.
 * @param to the address, where the page may show it. @param found what the reference finds.
 */
export function mailWords(
  { sendsMail, noMail }: Pick<Receipt, "sendsMail" | "noMail">,
  { to, found }: { to: string | undefined; found: string },
): string {
  const reference = `${NOTE} it's how we find ${found}.`;
  if (sendsMail) return `An email confirmation is on its way to ${to ?? "you"}.`;
  const address = to ?? "your address";
  if (noMail === "later")
    return `An email confirmation follows later: ${address} has had as many emails today as we send. ${reference}`;
  if (noMail === "stopped")
    return `No email confirmation comes: our emails to ${address} were stopped. ${BACK} ${reference}`;
  return reference;
}
