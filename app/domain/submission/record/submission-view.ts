import type { StatusText } from "~/reference/statuses";
import type { NearDate } from "../music/next-date";
import type { FixLinkKind } from "./fix-link";
import type { ArtistTask, PendingAction } from "./pending-actions";
import type { ReleaseProgress } from "./release-progress";
import type { StoreLink } from "./store-links";
import type { WorkProgress } from "./work-progress";

export interface ResendStatus {
  /** The new submission; missing while it is a draft. */
  sent?: { id: string; reference: string; at: string };
}

/** A submission that the artist puts right. */
export interface SubmissionToFix {
  kind: FixLinkKind;
  title: string;
  reason: string | undefined;
}

/** A submission for its artist; times are ISO strings, days YYYY-MM-DD. */
export interface SubmissionView {
  id: string;
  reference: string;
  title: string;
  artistName: string;
  /** single, ep, lp, or another; empty for a catalogue transfer. */
  type: string;
  status: string;
  artwork: string | null;
  releaseDate: string;
  createdAt: string;
  banner: StatusText;
  actions: readonly PendingAction[];
  /** What it waits for the artist to do, as links to other pages. */
  tasks: ArtistTask[];
  progress: ReleaseProgress | undefined;
  /** When a person opened it. */
  openedAt: string | null;
  reason: string | undefined;
  /** Whether it was rejected for good. */
  isFinal: boolean;
  note: { text: string; at: string } | undefined;
  work: WorkProgress[];
  media: { label: string; name: string; url: string }[];
  /** Whether it can be corrected and sent again, or has been. */
  again: "new" | ResendStatus | undefined;
  /** Set where it can be corrected, and its release date is too near by now. */
  near: NearDate | undefined;
  detailsPath: string | undefined;
  stores: StoreLink[];
  publicPath: string | undefined;
  supportEmail: string;
}

/** Another draft in this browser, which would be replaced. */
export interface OtherDraft {
  title: string;
  url: string;
}
