import { longDate } from "~/platform/formats/dates";

/** A submission as its artist sees it in a list. */
export interface ReleaseCard {
  /** Of the board's item, or our own while there is none: both name it in addresses. */
  id: string;
  releaseTitle: string;
  releaseType: string;
  /** YYYY-MM-DD, or empty. */
  releaseDate: string;
  status: string;
  /** Where its artwork is seen small; null where it has none. */
  artworkUrl: string | null;
  createdAt: string;
}

/** A submission that is not sent yet. */
export interface DraftCard {
  id: string;
  releaseTitle: string;
  releaseType: string;
  artworkUrl: string | null;
  updatedAt: string;
  expiresAt: string;
  /** Whether this browser has it open; else it was begun elsewhere, and is to be brought here. */
  isOpenHere: boolean;
}

/** Whether distribution waits for the artist to complete it. */
export const isInProgress = (status: string) => status.trim().toLowerCase() === "in progress";

/** Where a submission opens: one in progress waits to be completed (`000…`, section 2). */
export function releasePath({ id, status }: Pick<ReleaseCard, "id" | "status">): string {
  const page = isInProgress(status) ? "release-details" : "submission";
  return `/${page}/${encodeURIComponent(id)}`;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["single", "Single"],
  ["ep", "EP"],
  ["lp", "Album"],
]);

/** A release's type in words; any other as it is, and 'Release' for none. */
export function releaseTypeText(type: string): string {
  return TYPES.get(type.toLowerCase()) ?? (type || "Release");
}

/** A title, or what stands in for one. */
export const titleOr = (title: string) => title.trim() || "Untitled Release";

/** A date in US long form, or that it is not known yet. */
export const dateOr = (date: string) => (date ? longDate(date) : "TBD");

/**
 * Where a picture is seen: the small one of a file, or one of a catalogue elsewhere.
 * @param preview the path of the first, where there is one to see.
 */
export function artworkUrlOf(
  preview: string | undefined,
  elsewhere: string | null | undefined,
): string | null {
  if (preview) return preview;
  return elsewhere && /^https:\/\//.test(elsewhere) ? elsewhere : null;
}
