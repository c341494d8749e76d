import { type DraftCard, titleOr } from "~/domain/submission/record/release-card";
import { TEMPLATE_VERSION } from "./agreement/terms";
import type { WriterState } from "./splits/split-state";

/** A release that may need its artist. */
export interface WaitingRelease {
  id: string;
  title: string;
  /** In lower case. */
  status: string;
  /** Whether the release details were sent at least once. */
  hasSentDetails: boolean;
  shares: readonly WriterState["state"][];
  /** Whether a corrected version was begun or sent. */
  isResent: boolean;
}

export interface WaitingFacts {
  /** The version of the agreement that was signed last; undefined without one. */
  signedVersion: string | undefined;
  releases: readonly WaitingRelease[];
  drafts: readonly Pick<DraftCard, "releaseTitle" | "isOpenHere">[];
}

export interface WaitingTask {
  text: string;
  to: string;
}

function signTasks(signedVersion: string | undefined): WaitingTask[] {
  if (signedVersion === TEMPLATE_VERSION) return [];
  const text = signedVersion
    ? "Sign the new version of your agreement"
    : "Sign your artist agreement";
  return [{ text, to: "/dashboard?tab=1" }];
}

function releaseTasks(release: WaitingRelease): WaitingTask[] {
  const { id, status, hasSentDetails, shares, isResent } = release;
  const title = titleOr(release.title);
  const details = `/release-details/${encodeURIComponent(id)}`;
  if (status === "rejected")
    return isResent
      ? []
      : [
          {
            text: `See why ${title} was not approved, fix it, and send it again`,
            to: `/submission/${encodeURIComponent(id)}`,
          },
        ];
  const isDisputed = shares.includes("disputed");
  const isUnasked = shares.includes("unasked") || shares.includes("expired");
  const shareText = isDisputed
    ? `Settle the disputed share of ${title}`
    : `Ask the songwriters of ${title} to confirm their shares`;
  return [
    ...(hasSentDetails ? [] : [{ text: `Complete the details of ${title}`, to: details }]),
    ...(isDisputed || isUnasked ? [{ text: shareText, to: `${details}/splits` }] : []),
  ];
}

function draftTasks({ releaseTitle, isOpenHere }: WaitingFacts["drafts"][number]): WaitingTask[] {
  // A draft of another device is opened by its button in the list.
  const to = isOpenHere ? "/submit" : "#under-way";
  return [{ text: `Finish ${titleOr(releaseTitle)}, and send it`, to }];
}

/** What waits for the artist, the most urgent first: what keeps a release from coming out. */
export function waitingTasks({ signedVersion, releases, drafts }: WaitingFacts): WaitingTask[] {
  return [
    ...signTasks(signedVersion),
    ...releases.flatMap(releaseTasks),
    ...drafts.flatMap(draftTasks),
  ];
}
