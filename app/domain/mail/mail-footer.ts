import { type Mail, TEAM_KINDS } from "./mail";
import { type Block, withFooter } from "./mail-content";

/**
 * Kinds whose own link verifies the address when used, and those to an account, whose address is
 * verified.
 */
const VERIFYING_KINDS: readonly Mail["kind"][] = [
  ...(["resume-link", "sign-in-link", "new-email", "email-changed", "draft-expiry"] as const),
  ...(["confirm-link", "token-made", "deletion-asked", "data-deleted"] as const),
  "agreement-copy",
];

const STATUS_LABEL = "See the status of your submission";
const CHOICES_LABEL = "Choose which emails you get";

/**
 * Adds the footer: a link to stop mails, and one to verify the address if it is not verified.
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
  if (TEAM_KINDS.some((teamKind) => teamKind === kind)) return { text, html };
  const asksToConfirm = !verified && !VERIFYING_KINDS.includes(kind);
  const confirm: Block[] = [
    {
      kind: "paragraph",
      text: "Is this your address? Please tell us with one click. Until then we send only a few emails a day, without your titles in their subjects.",
    },
    { kind: "small-link", label: "Yes, this is my address", url: page },
  ];
  const stop = "Unwanted email? Stop emails to this address";
  return withFooter({ text, html }, [
    ...(status ? [{ kind: "small-link" as const, label: STATUS_LABEL, url: status }] : []),
    ...(asksToConfirm ? confirm : []),
    ...(choices ? [{ kind: "small-link" as const, label: CHOICES_LABEL, url: choices }] : []),
    { kind: "small-link", label: stop, url: page },
  ]);
}
