import type { StatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import { type PendingAction, pendingActions } from "~/domain/submission/record/pending-actions";
import type { Brand } from "./mail";
import type { Block } from "./mail-content";

const heading = (text: string): Block => ({ kind: "heading", text });

/** Pages that the mail about a status leads to. */
export interface StatusPages {
  /** Origin of the site. */
  site: string;
  submissionId: string;
  facts: Omit<StatusMailFacts, "firstName">;
}

export const YES_TITLE = "Yes, we want to release it";

interface Task {
  step: string;
  label: string;
  path: (submissionId: string) => string;
}

const TASKS: Readonly<Partial<Record<PendingAction, Task>>> = {
  "sign-agreement": {
    step: "Read and sign the artist agreement.",
    label: "Sign the agreement",
    path: () => "/agreement",
  },
  "complete-details": {
    step: "Complete the release details: codes, names, and who holds the rights.",
    label: "Complete release details",
    path: (id) => `/release-details/${id}`,
  },
  "ask-songwriters": {
    step: "Ask your songwriters to confirm their shares.",
    label: "Confirm the shares",
    path: (id) => `/release-details/${id}/splits`,
  },
};

/** What a release waits for at its first yes: nothing can have been sent for it before. */
function tasksOf(status: string, { facts }: StatusPages): Task[] {
  const { hasSigned, hasSongwriters } = facts;
  const actions = pendingActions({
    ...{ status, hasSigned, changesAskedAt: null, answer: undefined, isReplaced: false },
    ...{ details: "missing", hasRightsGaps: false, shares: hasSongwriters ? ["unasked"] : [] },
  });
  return actions.flatMap((action) => TASKS[action] ?? []);
}

const SIGN_IN =
  "Each link asks you to sign in. If you have no account yet, another email brings you your artist ID and your invitation code.";

/**
 * Says yes: what happens next, and what the artist has to do, with a link for each.
 * @param next what happens then.
 */
export function firstYesBlocks(status: string, next: string, pages: StatusPages): Block[] {
  const tasks = tasksOf(status, pages);
  const account = { label: "See your release", url: `${pages.site}/dashboard` };
  if (tasks.length === 0)
    return [
      "Thank you for your music. There is nothing for you to do now.",
      heading("What happens next"),
      next,
      { kind: "link", ...account },
    ];
  return [
    "Thank you for your music. Before it can go out, we need a few things from you.",
    heading("What you need to do"),
    { kind: "steps", steps: tasks.map(({ step }) => step) },
    ...tasks.map(({ label, path }): Block => {
      return { kind: "link", label, url: pages.site + path(pages.submissionId) };
    }),
    SIGN_IN,
    heading("What happens next"),
    next,
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
        "This is what went wrong:",
        { kind: "quote", text },
        `Write to ${supportEmail}, and we find a way on together.`,
      ]
    : [`Write to ${supportEmail}: we tell you what went wrong, and what to do now.`];
}
