import { type Mail, TEAM_KINDS } from "./mail";
import { type Block, withFooter } from "./mail-content";

/**
 * The kinds that bring a link of their own, whose use shows as well that the address is read; and those
 * to an account, whose address is known to be theirs.
 */
const PROVING: readonly Mail["kind"][] = [
  ...(["resume-link", "sign-in-link", "new-email", "email-changed", "draft-expiry"] as const),
  ...(["confirm-link", "token-made", "deletion-asked", "data-deleted"] as const),
];

const CHOOSE = "Choose which emails you get";

/**
 * Both bodies of a mail as they leave: at the end the way to stop mails to this address and, as long
 * as nobody has shown to read them, the way to show it. Mails to the team have no such ending.
 * @param page the address of the mail's own page.
 * @param choices where an artist with an account chooses their mails.
 * @param verified whether somebody has shown to read what goes to this address.
 */
export function withMailFooter(
  { kind, text, html }: Pick<Mail, "kind" | "text" | "html">,
  { page, verified, choices }: { page: string; verified: boolean; choices?: string | undefined },
): { text: string; html: string } {
  if (TEAM_KINDS.some((team) => team === kind)) return { text, html };
  const asks = !verified && !PROVING.includes(kind);
  const confirm: Block[] = [
    {
      kind: "paragraph",
      text: "Until you tell us this address is yours, we send it only a few emails a day. Their subject lines leave out your titles. It takes one click to tell us.",
    },
    { kind: "small-link", label: "Yes, this is my address", url: page },
  ];
  const stop = "Unwanted email? Stop emails to this address";
  return withFooter({ text, html }, [
    ...(asks ? confirm : []),
    ...(choices ? [{ kind: "small-link" as const, label: CHOOSE, url: choices }] : []),
    { kind: "small-link", label: stop, url: page },
  ]);
}
