import { deliveryDay, lastDayToSend } from "~/domain/submission/music/release-dates";
import {
  type ArtistTask,
  actionLabel,
  artistTasks,
  type PendingAction,
  pendingActions,
  type ReleaseState,
  taskRank,
} from "~/domain/submission/record/pending-actions";
import { type DraftCard, titleOr } from "~/domain/submission/record/release-card";
import { isoDate, longDate } from "~/platform/formats/dates";
import { TEMPLATE_VERSION } from "./agreement/terms";

export interface WaitingRelease {
  submissionId: string;
  /** As in the addresses of its pages. */
  id: string;
  title: string;
  /** YYYY-MM-DD; empty where there is none. */
  releaseDate: string;
  /** What staff wrote with the last status, and when. */
  said: { text: string; at: string } | undefined;
  /** What songwriters wrote who disputed their share, with their names. */
  disputes: readonly string[];
  state: ReleaseState;
}

interface WaitingFacts {
  /** The version of the agreement that was signed last; undefined without one. */
  signedVersion: string | undefined;
  releases: readonly WaitingRelease[];
  drafts: readonly DraftCard[];
  /** What the profile lacks that a release needs, in words. */
  missingInProfile: readonly string[];
  /** As DELIVERY_WEEKS. */
  deliveryWeeks: number;
}

/** Something that waits for an artist, with its button. */
export interface WaitingItem extends ArtistTask {
  /** In a few words. */
  kind: string;
  isUrgent: boolean;
  /** The field that its button posts to its page; a link without one. */
  post?: { name: string; value: string };
  /** What somebody wrote about it. */
  words: readonly string[];
  /** What to know about it. */
  note: string;
  /** The last day, YYYY-MM-DD; empty where it is open or over. */
  due: string;
  release?: { id: string; title: string };
  /** Of a draft; the picture of a release is that of its card. */
  artworkUrl?: string | null;
}

const SIGN = actionLabel("sign-agreement");
const URGENT: readonly PendingAction[] = ["make-changes", "settle-share"];
const FIXES: readonly PendingAction[] = ["make-changes", "correct-rejected"];

const NOTES: Readonly<Partial<Record<PendingAction, string>>> = {
  "prove-rights": "Stores ask for it before they take the release.",
  "settle-share": "Nothing is delivered before it is settled.",
  "sign-agreement": "Needed once. Nothing is delivered before you have signed it.",
  "complete-details": "Codes, names, and who holds the rights.",
  "ask-songwriters": "Each gets an email with one link.",
};

function wordsAbout(action: PendingAction, { said, disputes }: WaitingRelease): readonly string[] {
  if (action === "settle-share") return disputes;
  return FIXES.includes(action) && said ? [said.text] : [];
}

/** The last day for an action; undefined where it has none. */
function lastDay(
  action: PendingAction,
  releaseDate: string,
  deliveryWeeks: number,
): string | undefined {
  if (action === "correct-rejected") return undefined;
  return (action === "make-changes" ? lastDayToSend : deliveryDay)(releaseDate, deliveryWeeks);
}

/** With its last day, also if that is over, and its place among those of one day. */
type RankedItem = WaitingItem & { day: string | undefined; rank: number };

function releaseItems(release: WaitingRelease, deliveryWeeks: number, now: Date): RankedItem[] {
  const { id, title, releaseDate, said } = release;
  return pendingActions(release.state).flatMap((action) =>
    artistTasks([action], release).map((task) => {
      const day = lastDay(action, releaseDate, deliveryWeeks);
      const isFix = FIXES.includes(action);
      const words = wordsAbout(action, release);
      const note = isFix && said ? longDate(said.at) : (NOTES[action] ?? "");
      return {
        ...{ ...task, kind: actionLabel(action), isUrgent: URGENT.includes(action), words, note },
        ...(isFix && { post: { name: "intent", value: "send-again" } }),
        ...{ day, due: day && day >= isoDate(now) ? day : "" },
        ...(action !== "sign-agreement" && { release: { id, title: titleOr(title) } }),
        rank: taskRank(action),
      };
    }),
  );
}

const plain = { isUrgent: false, words: [], note: "", due: "" };

/** The agreement, where no release waits for it, or in its new version. */
function signItems(signedVersion: string | undefined): WaitingItem[] {
  const [task] = artistTasks(["sign-agreement"], { id: "", title: "" });
  if (!task || signedVersion === TEMPLATE_VERSION) return [];
  const text = signedVersion === undefined ? task.text : "Sign the new version of your agreement";
  return [{ ...plain, ...task, text, kind: SIGN }];
}

function draftItem({
  id,
  releaseTitle,
  isOpenHere,
  expiresAt,
  artworkUrl,
}: DraftCard): WaitingItem {
  const title = titleOr(releaseTitle);
  return {
    ...{ ...plain, kind: "Not sent yet", text: `Finish ${title}, and send it`, artworkUrl },
    note: `${isOpenHere ? "" : "Begun, but not open in this browser. "}Kept until ${longDate(expiresAt)} if nothing changes.`,
    // A draft of another device is opened by its key.
    ...(isOpenHere
      ? { to: "/submit" }
      : { to: "/dashboard/continue", post: { name: "draft", value: id } }),
    button: "Continue",
  };
}

function profileItem(missing: readonly string[]): WaitingItem {
  const task = { text: "Complete your profile", to: "/edit-profile", button: "Complete Profile" };
  return { ...plain, ...task, kind: "Profile", note: `Missing: ${missing.join(", ")}.` };
}

/**
 * What waits for an artist: what keeps a release from coming out, the earliest day first, and of one
 * day what blocks most; then what they have begun, and their profile.
 */
export function waitingItems(facts: WaitingFacts, now: Date): WaitingItem[] {
  const { signedVersion, releases, drafts, missingInProfile, deliveryWeeks } = facts;
  const items = releases
    .flatMap((release) => releaseItems(release, deliveryWeeks, now))
    .sort((a, b) => (a.day ?? "9999").localeCompare(b.day ?? "9999") || a.rank - b.rank)
    .map(({ rank: _, day: __, ...item }): WaitingItem => item);
  // The release stands for the draft that corrects it.
  const corrected = releases.map(({ submissionId }) => submissionId);
  const begun = drafts.filter(({ resendOf }) => resendOf === null || !corrected.includes(resendOf));
  const seen = new Set<string>();
  return [
    ...items,
    ...signItems(signedVersion),
    ...begun.map(draftItem),
    ...(missingInProfile.length > 0 ? [profileItem(missingInProfile)] : []),
    // All releases wait for one agreement.
  ].filter(({ kind, to }) => kind !== SIGN || seen.size < seen.add(to).size);
}
