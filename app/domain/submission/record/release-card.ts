import { longDate } from "~/platform/formats/dates";
import { isInProgress } from "~/reference/statuses";
import type { ReleaseProgress } from "./release-progress";
import { releaseTypeLabels } from "./type-labels";

export interface ReleaseCard {
  /** The board item's id, or the submission's while there is none. */
  id: string;
  releaseTitle: string;
  releaseType: string;
  releaseDate: string;
  status: string;
  /** Of its preview; null without artwork. */
  artworkUrl: string | null;
  createdAt: string;
  progress: ReleaseProgress;
}

export interface DraftCard {
  id: string;
  releaseTitle: string;
  releaseType: string;
  artworkUrl: string | null;
  updatedAt: string;
  expiresAt: string;
  isOpenHere: boolean;
  /** The submission that it corrects. */
  resendOf: string | null;
}

/** The page of a submission (`000…`, section 2). */
export function releasePath({ id, status }: Pick<ReleaseCard, "id" | "status">): string {
  const page = isInProgress(status) ? "release-details" : "submission";
  return `/${page}/${encodeURIComponent(id)}`;
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(releaseTypeLabels));

export function releaseTypeText(type: string): string {
  return TYPES.get(type.toLowerCase()) ?? (type || "Release");
}

export const titleOr = (title: string) => title.trim() || "Untitled Release";

/** In US long form, or 'TBD'. */
export const dateOr = (date: string) => (date ? longDate(date) : "TBD");

/** The address of a file's preview, else of a catalogue's picture. */
export function artworkUrlOf(preview: string | undefined, elsewhere: string | null | undefined) {
  if (preview) return preview;
  return elsewhere && /^https:\/\//.test(elsewhere) ? elsewhere : null;
}
