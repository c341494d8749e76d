import type { Mail } from "./mail";
import { type Block, withFooter } from "./mail-content";
import { mailTraits } from "./mail-kinds";

const STATUS_LABEL = "See the status of your submission";
const CHOICES_LABEL = "Choose which emails you get";

/**
 * Adds the footer: a link to stop mails, where its kind can be stopped, and one to verify the
 * address if it is not verified.
 * Mails to the team have none.
 * @param page URL of the mail's own page.
 * @param status URL of the submission's status page.
 * @param choices URL of the mail settings of an account.
 */
export function withMailFooter(
  { kind, text, html }: Pick<Mail, "kind" | "text" | "html">,
  links: {
    page: string;
    verified: boolean;
    choices?: string | undefined;
    status?: string | undefined;
  },
): { text: string; html: string } {
  const { page, verified, choices, status } = links;
  const { whoTriggers, isVerifying, stoppedBy } = mailTraits(kind);
  if (whoTriggers === "team") return { text, html };
  const asksToConfirm = !verified && !isVerifying;
  const confirm: Block[] = [
    "Is this your address? Please tell us with one click.",
    { kind: "small-link", label: "Yes, this is my address", url: page },
  ];
  const stop: Block[] = [
    { kind: "small-link", label: "Unwanted email? Stop emails to this address", url: page },
  ];
  const statusLink: Block | undefined = status
    ? { kind: "small-link", label: STATUS_LABEL, url: status }
    : undefined;
  const blocks: Block[] = [
    ...(asksToConfirm ? confirm : []),
    ...(choices ? [{ kind: "small-link" as const, label: CHOICES_LABEL, url: choices }] : []),
    ...(stoppedBy === "nothing" ? [] : stop),
  ];
  return withFooter({ text, html }, blocks, statusLink);
}
