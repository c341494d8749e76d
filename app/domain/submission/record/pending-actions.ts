import { isAccepted, isInProgress, statusFacts } from "~/reference/statuses";
import { type FixLinkKind, fixKind } from "./fix-link";
import { titleOr } from "./release-card";
import type { ProgressFacts } from "./release-progress";

/**
 * `me`: the artist's own share. `unasked`: no address yet, or not asked about the current shares.
 * `expired`: the link went unanswered for too long.
 */
export type ShareState = "me" | "unasked" | "waiting" | "expired" | "confirmed" | "disputed";

/** What is stored about a release, as far as it decides what waits for whom. */
export interface ReleaseState
  extends Pick<ProgressFacts, "status" | "changesAskedAt" | "answer" | "isReplaced" | "hasSigned"> {
  details: "missing" | "changed" | "sent";
  hasRightsGaps: boolean;
  shares: readonly ShareState[];
}

/** Each thing that a release can wait for: who does it, and the state in a few words. */
const ACTIONS = {
  "make-changes": { by: "artist", label: "Changes wanted" },
  "correct-rejected": { by: "artist", label: "Can be sent again" },
  "sign-agreement": { by: "artist", label: "Agreement not signed" },
  "complete-details": { by: "artist", label: "Details missing" },
  "send-details": { by: "artist", label: "Details changed, not sent" },
  "prove-rights": { by: "artist", label: "Rights questions open" },
  "settle-share": { by: "artist", label: "Share disputed" },
  "ask-songwriters": { by: "artist", label: "Songwriters not asked" },
  "confirm-shares": { by: "songwriters", label: "Shares not confirmed" },
  review: { by: "team", label: "In review" },
  prepare: { by: "team", label: "Ready for the stores" },
} as const;
export type PendingAction = keyof typeof ACTIONS;

export const actionLabel = (action: PendingAction): string => ACTIONS[action].label;
export const isForArtist = (action: PendingAction): boolean => ACTIONS[action].by === "artist";

/** Who is waited for, in the words of staff, with what for. */
export function groupActions(actions: readonly PendingAction[]) {
  const names = { artist: "The artist", songwriters: "Songwriters", team: "Us" };
  return Object.entries(names).flatMap(([by, name]) => {
    const labels = actions.filter((action) => ACTIONS[action].by === by).map(actionLabel);
    return labels.length > 0 ? [{ name, labels }] : [];
  });
}

function preparationActions(state: ReleaseState): PendingAction[] {
  const { details, hasRightsGaps, shares } = state;
  const actions: PendingAction[] = [];
  if (details === "missing") actions.push("complete-details");
  // The page of missing details asks these questions, too.
  else if (hasRightsGaps) actions.push("prove-rights");
  if (details === "changed") actions.push("send-details");
  if (shares.includes("disputed")) actions.push("settle-share");
  else if (shares.includes("unasked") || shares.includes("expired"))
    actions.push("ask-songwriters");
  if (shares.includes("waiting")) actions.push("confirm-shares");
  return actions;
}

const CORRECTIONS: Readonly<Record<FixLinkKind, PendingAction>> = {
  changes: "make-changes",
  rejected: "correct-rejected",
};

/** What a release waits for, the most urgent first; nothing where it is out, or replaced. */
export function pendingActions(state: ReleaseState): PendingAction[] {
  const { status, isReplaced, hasSigned } = state;
  if (isReplaced) return [];
  const kind = fixKind(state);
  if (kind) return [CORRECTIONS[kind]];
  if (statusFacts(status)?.waitsFor === "review") return ["review"];
  const actions: PendingAction[] = [];
  if (isAccepted(status) && !hasSigned) actions.push("sign-agreement");
  if (!isInProgress(status)) return actions;
  actions.push(...preparationActions(state));
  return actions.length > 0 ? actions : ["prepare"];
}

/** Something that an artist has to do, with the page for it. */
export interface ArtistTask {
  text: string;
  to: string;
  /** What the button says that leads there. */
  button: string;
}

interface NamedRelease {
  /** As in the addresses of its pages. */
  id: string;
  title: string;
}

const PAGES = {
  submission: (id: string) => `/submission/${id}`,
  details: (id: string) => `/release-details/${id}`,
  shares: (id: string) => `/release-details/${id}/splits`,
  contract: () => "/dashboard?tab=1",
};
type TaskParts = [text: string, page: keyof typeof PAGES, button: string];

/** What the artist does, with its page and button; the first keeps a release from coming out most. */
const TASKS: Readonly<Partial<Record<PendingAction, TaskParts>>> = {
  "make-changes": [
    "Change what we asked for in {title}, and send it again",
    "submission",
    "Fix it",
  ],
  "prove-rights": ["Answer the open rights questions about {title}", "details", "Answer them"],
  "settle-share": ["Settle the disputed share of {title}", "shares", "Look at the shares"],
  "sign-agreement": ["Sign your artist agreement", "contract", "View Contract"],
  "complete-details": ["Complete the details of {title}", "details", "Complete Release Details"],
  "send-details": [
    "Send us what you changed in the details of {title}",
    "details",
    "Send the details",
  ],
  "ask-songwriters": [
    "Ask the songwriters of {title} to confirm their shares",
    "shares",
    "Ask them",
  ],
  "correct-rejected": [
    "See why {title} was not approved, fix it, and send it again",
    "submission",
    "Fix it",
  ],
};

/** The place of an action among those of an artist: what blocks a release most comes first. */
export const taskRank = (action: PendingAction): number => Object.keys(TASKS).indexOf(action);

/** The artist's part of what a release waits for. */
export function artistTasks(
  actions: readonly PendingAction[],
  { id, title }: NamedRelease,
): ArtistTask[] {
  return actions.flatMap((action) => {
    const task = TASKS[action];
    if (!task) return [];
    const [text, page, button] = task;
    const to = PAGES[page](encodeURIComponent(id));
    return [{ text: text.replace("{title}", () => titleOr(title)), to, button }];
  });
}
