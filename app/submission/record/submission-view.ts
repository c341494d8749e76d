import type { StatusText } from "./status-text";
import type { StoreLink } from "./store-links";
import type { TimelineStep } from "./timeline";
import type { WorkProgress } from "./work-progress";

/** What became of a submission that was not approved, once its artist set about putting it right. */
export interface ResendStatus {
  /** Of the submission that it has become; missing while it is a draft. */
  sent?: { id: string; reference: string; at: string };
}

/** What the draft that puts a submission right is told of it: its name, and why it was not approved. */
export interface RejectedSubmission {
  title: string;
  reason: string | undefined;
}

/** A submission as its page shows it to its artist; times are ISO strings, days YYYY-MM-DD. */
export interface SubmissionView {
  id: string;
  reference: string;
  title: string;
  artistName: string;
  /** single, ep, lp, or anything else; empty where the catalogue alone moves. */
  type: string;
  status: string;
  /** Where its artwork is seen small. */
  artwork: string | null;
  releaseDate: string;
  createdAt: string;
  banner: StatusText;
  timeline: TimelineStep[];
  /** Why it was not approved, in the team's words. */
  reason: string | undefined;
  /** What the team says beside the status. */
  note: { text: string; at: string } | undefined;
  work: WorkProgress[];
  /** Its files, by what they are. */
  media: { label: string; name: string; url: string }[];
  /** Whether it can be put right and sent again, and whether that has begun. */
  again: "new" | ResendStatus | undefined;
  /** Where distribution is told what it still needs. */
  detailsPath: string | undefined;
  /** Where it is heard. */
  stores: StoreLink[];
  /** Its page for everybody. */
  publicPath: string | undefined;
  supportEmail: string;
}

/** Another draft that was begun in a browser, which would have to give way. */
export interface OtherDraft {
  title: string;
  /** Where it is found again. */
  url: string;
}
