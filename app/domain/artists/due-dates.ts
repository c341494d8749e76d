import { daysAfter, deliveryDay, lastDayToSend } from "~/domain/submission/music/release-dates";
import {
  type PendingAction,
  pendingActions,
  type ReleaseState,
} from "~/domain/submission/record/pending-actions";
import { isCalendarDate } from "~/platform/formats/dates";
import { isAccepted, needsAgreement } from "~/reference/statuses";

/** Days before a release from which its clips are posted, and by which playlist editors are asked. */
const [CLIP_DAYS, PITCH_DAYS] = [14, 7];

/** Each date of a release that is due: who keeps to it, in the words of staff, and in those of its artist. */
const KINDS = {
  reply: { by: "team", label: "Reply", own: "We reply about" },
  changes: { by: "artist", label: "Changes", own: "Send us your changes to" },
  agreement: { by: "artist", label: "Agreement", own: "Sign the agreement for" },
  details: { by: "artist", label: "Release details", own: "Complete the details of" },
  delivery: { by: "team", label: "Delivery to the stores", own: "The stores receive" },
  clips: { by: "team", label: "Post the social clips", own: "The first social clips of" },
  pitch: { by: "team", label: "Pitch to playlist editors", own: "We tell playlist editors about" },
  release: { by: "team", label: "Release", own: "Release day of" },
} as const;
export type DueKind = keyof typeof KINDS;

export const dueLabel = (kind: DueKind): string => KINDS[kind].label;
/** For the artist, before the title. */
export const ownDueText = (kind: DueKind): string => KINDS[kind].own;
export const isDueByArtist = (kind: DueKind): boolean => KINDS[kind].by === "artist";

/** What is due of a release, and on which day of the reader's calendar, YYYY-MM-DD. */
export interface DueDate {
  kind: DueKind;
  day: string;
}

const KIND_OF_ACTION: Readonly<Record<PendingAction, DueKind | undefined>> = {
  review: "reply",
  "make-changes": "changes",
  "correct-rejected": undefined,
  "sign-agreement": "agreement",
  "complete-details": "details",
  "send-details": "details",
  "prove-rights": "details",
  "settle-share": "details",
  "ask-songwriters": "details",
  "confirm-shares": "details",
  prepare: undefined,
};

interface DatedRelease {
  state: ReleaseState;
  /** YYYY-MM-DD; empty where there is none. */
  releaseDate: string;
  /** In ISO format. */
  replyDueAt: string;
}

interface DueRules {
  deliveryWeeks: number;
  /** The day of a time on the reader's calendar, YYYY-MM-DD. */
  dayOf: (time: Date) => string;
}

/** What is or was due of a release, the earliest first. What has no day is left out. */
export function dueDates(release: DatedRelease, { deliveryWeeks, dayOf }: DueRules): DueDate[] {
  const { state, releaseDate, replyDueAt } = release;
  const actions = pendingActions(state);
  const isComing = isAccepted(state.status) && !state.isReplaced && isCalendarDate(releaseDate);
  const delivery = deliveryDay(releaseDate, deliveryWeeks) ?? "";
  const days: Readonly<Record<DueKind, string>> = {
    reply: dayOf(new Date(replyDueAt)),
    changes: lastDayToSend(releaseDate, deliveryWeeks) ?? "",
    ...{ agreement: delivery, details: delivery, delivery, release: releaseDate },
    clips: daysAfter(releaseDate, -CLIP_DAYS),
    pitch: daysAfter(releaseDate, -PITCH_DAYS),
  };
  const kinds = new Set<DueKind>([
    ...actions.flatMap((action) => KIND_OF_ACTION[action] ?? []),
    // What needs an agreement is with the stores.
    ...(isComing && !needsAgreement(state.status) ? (["delivery"] as const) : []),
    ...(isComing ? (["clips", "pitch", "release"] as const) : []),
  ]);
  return [...kinds]
    .map((kind) => ({ kind, day: days[kind] }))
    .filter(({ day }) => day !== "")
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** What is done by its day alone, and is over after it. */
const PASSING: readonly DueKind[] = ["clips", "pitch", "release"];

/** What of it still matters: it lies ahead, or somebody has yet to do it. */
export const stillDue = (release: DatedRelease, rules: DueRules, today: string): DueDate[] =>
  dueDates(release, rules).filter(({ kind, day }) => day >= today || !PASSING.includes(kind));
