import {
  type ArtistTask,
  artistTasks,
  pendingActions,
  type ReleaseState,
} from "~/domain/submission/record/pending-actions";
import { type DraftCard, titleOr } from "~/domain/submission/record/release-card";
import { TEMPLATE_VERSION } from "./agreement/terms";

interface WaitingRelease {
  submissionId: string;
  id: string;
  title: string;
  state: ReleaseState;
}

interface WaitingFacts {
  /** The version of the agreement that was signed last; undefined without one. */
  signedVersion: string | undefined;
  releases: readonly WaitingRelease[];
  drafts: readonly Pick<DraftCard, "releaseTitle" | "isOpenHere" | "resendOf">[];
}

function signTasks(signedVersion: string | undefined): ArtistTask[] {
  if (signedVersion === undefined) return artistTasks(["sign-agreement"], { id: "", title: "" });
  return signedVersion === TEMPLATE_VERSION
    ? []
    : [{ text: "Sign the new version of your agreement", to: "/dashboard?tab=1" }];
}

function releaseTasks({ state, ...release }: WaitingRelease): ArtistTask[] {
  const actions = pendingActions(state).filter((action) => action !== "sign-agreement");
  return artistTasks(actions, release);
}

function draftTasks({ releaseTitle, isOpenHere }: WaitingFacts["drafts"][number]): ArtistTask[] {
  // A draft of another device is opened by its button in the list.
  const to = isOpenHere ? "/submit" : "#under-way";
  return [{ text: `Finish ${titleOr(releaseTitle)}, and send it`, to }];
}

/** What waits for the artist, the most urgent first: what keeps a release from coming out. */
export function waitingTasks({ signedVersion, releases, drafts }: WaitingFacts): ArtistTask[] {
  // The draft that corrects a release stands for it.
  const correctedIds = drafts.map(({ resendOf }) => resendOf);
  return [
    ...signTasks(signedVersion),
    ...releases
      .filter(({ submissionId }) => !correctedIds.includes(submissionId))
      .flatMap(releaseTasks),
    ...drafts.flatMap(draftTasks),
  ];
}
