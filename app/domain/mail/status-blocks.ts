import { isInProgress } from "~/domain/submission/record/release-card";
import type { StatusMailFacts } from "~/domain/submission/record/status-mail-facts.server";
import { statusText } from "~/domain/submission/record/status-text";
import type { Brand } from "./mail";
import type { Block } from "./mail-content";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const heading = (text: string): Block => ({ kind: "heading", text });

/** Pages that the mail about a status leads to. */
export interface StatusPages {
  /** Origin of the site. */
  site: string;
  submissionId: string;
  facts: Pick<StatusMailFacts, "isNew" | "hasSigned" | "isPublished" | "stores">;
}

const isApproved = (status: string) => status.trim().toLowerCase() === "approved";

/** Whether a status is the first that tells the artist that we release it. */
export const isFirstYes = (status: string, { facts }: Pick<StatusPages, "facts">): boolean =>
  facts.isNew && (isInProgress(status) || isApproved(status));

export const YES_TITLE = "Yes, we want to release it";

interface Task {
  step: string;
  link: { label: string; url: string };
}

function tasksOf(status: string, { site, submissionId, facts }: StatusPages): Task[] {
  const details = `${site}/release-details/${submissionId}`;
  const sign: Task = {
    step: "Read and sign the artist agreement.",
    link: { label: "Sign the agreement", url: `${site}/agreement` },
  };
  const complete: Task[] = [
    {
      step: "Complete the release details: codes, names, and who holds the rights.",
      link: { label: "Complete release details", url: details },
    },
    {
      step: "Ask your songwriters to confirm their shares.",
      link: { label: "Confirm the shares", url: `${details}/splits` },
    },
  ];
  return [...(facts.hasSigned ? [] : [sign]), ...(isInProgress(status) ? complete : [])];
}

const SIGN_IN =
  "Each link asks you to sign in. If you have no account yet, another email brings you your artist ID and your invitation code.";

/** Says yes: what happens next, and what the artist has to do, with a link for each. */
export function firstYesBlocks(status: string, pages: StatusPages): Block[] {
  const tasks = tasksOf(status, pages);
  const next = isApproved(status)
    ? statusText("approved").text
    : "Then we send your release to the stores. We write to you when it is approved, and when it is live.";
  const account = { label: "See your release", url: `${pages.site}/dashboard` };
  if (tasks.length === 0)
    return [
      paragraph("Thank you for your music. There is nothing for you to do now."),
      heading("What happens next"),
      paragraph(next),
      { kind: "link", ...account },
    ];
  return [
    paragraph("Thank you for your music. Before it can go out, we need a few things from you."),
    heading("What you need to do"),
    { kind: "steps", steps: tasks.map(({ step }) => step) },
    ...tasks.map(({ link }): Block => ({ kind: "link", ...link })),
    paragraph(SIGN_IN),
    heading("What happens next"),
    paragraph(next),
  ];
}

/** Where a live release can be heard: its public page, if published, and the stores. */
export function liveBlocks({ site, submissionId, facts }: StatusPages): Block[] {
  const { isPublished, stores } = facts;
  const page: Block = {
    kind: "link",
    label: "See its page, and share it",
    url: `${site}/details/${submissionId}`,
  };
  return [
    ...(isPublished ? [page] : []),
    ...stores.map(({ name, href }): Block => ({ kind: "small-link", label: name, url: href })),
  ];
}

export const FAILED_TITLE = "We could not bring your release out";

/** Says what failed and whom to write to. @param reason written by staff. */
export function failedBlocks(reason: string | undefined, { supportEmail }: Brand): Block[] {
  const text = reason?.trim();
  return text
    ? [
        paragraph("This is what went wrong:"),
        { kind: "quote", text },
        paragraph(`Write to ${supportEmail}, and we find a way on together.`),
      ]
    : [paragraph(`Write to ${supportEmail}: we tell you what went wrong, and what to do now.`)];
}
