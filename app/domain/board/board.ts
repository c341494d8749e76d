import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { ReleaseForm, StoredFile } from "~/domain/submission/record/release-form";
import type { SubmissionStatus } from "~/reference/statuses";
import type { BoardError } from "./board-error";
import type { ArtistData } from "./waiting-artist";

/** Times are ISO strings in UTC. */
export interface BoardSubmission {
  id: string;
  reference: string;
  status: string;
  createdAt: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

export interface ClipLink {
  trackTitle: string;
  /** Position in the release, from 1; distinguishes tracks of one title. */
  trackNumber?: number;
  number: number;
  state: string;
  /** Key in the bucket, once it is cut. */
  key: string | null;
  /** For staff, such as why it could not be cut. */
  note: string | null;
  /** YYYY-MM-DD: three weeks before the single's. */
  releaseDate: string | null;
  /** URL for staff, once it is cut. Must be stable, or the board is written again. */
  url?: string;
}

/** What stands beside a submission on the board. */
export interface BoardLinks {
  /** URLs by upload id. */
  files: ReadonlyMap<string, string>;
  clips: readonly ClipLink[];
  folder?: string;
  details?: DistributionDetails | undefined;
  /** Whether clips or the folder are still to come: an item is all that is needed until then. */
  areComing?: boolean;
}

/** Times are ISO strings in UTC. */
export interface WaitingListEntry {
  id: string;
  reference: string;
  createdAt: string;
  replyDueAt: string;
  artistData: ArtistData;
}

/** Which item a submission or waiting list entry has. */
export interface ItemIdStore {
  /** Stores the item by a conditional update; false if one was stored before. */
  storeItem: (id: string, itemId: string, now: Date) => Promise<boolean>;
  storedItem: (id: string) => Promise<string | undefined>;
}

/**
 * An item, and whether it was stored, found on the board, or created: now, or by an earlier call
 * (`replayed`) whose answers may differ.
 */
export interface BoardItem {
  itemId: string;
  origin: "known" | "found" | "replayed" | "created";
}

/** Undefined if the file does not exist. */
export type OpenFile = (key: string) => Promise<ReadableStream<Uint8Array> | undefined>;

export interface ItemStatus {
  itemId: string;
  status: SubmissionStatus;
  /** Written by staff: why a submission was rejected. */
  reason?: string;
  changedAt: Date;
}

/** A status on the board, and when anything of its item last changed, by the board's clock. */
export interface ChangedStatus extends ItemStatus {
  updatedAt: Date;
}

export interface BoardChanges {
  /** Without unknown statuses, the oldest change first. */
  statuses: readonly ChangedStatus[];
  /** Up to when the board was read, by its clock: the latest change. */
  until: Date;
}

export interface BoardComment {
  /** Its last line. An item has one comment of each signature, which the next one replaces. */
  signature: string;
  lines: readonly string[];
  link: { url: string; label: string };
  /** The same for every attempt at this comment. */
  key: string;
}

/** What an item says about an artist, as far as an invitation asks for it. */
export type ItemArtist = Omit<ArtistData, "phone" | "projectDescription" | "submissionIntent">;

/**
 * The board on which the team works: each submission and each entry of the waiting list has one item
 * there. Every call throws BoardError where the board does not do what it is asked for.
 */
export interface Board {
  /**
   * Brings the item of a submission up to date, and creates it where there is none, however often it
   * is called or interrupted. The status is written on creation only: afterwards staff own it.
   * @param renew renews the job's lease; called before each file.
   * @returns not `finished` if something is left for another call.
   */
  putSubmission(
    submission: BoardSubmission,
    links: BoardLinks,
    work: { items: ItemIdStore; open: OpenFile; renew: () => Promise<void> },
  ): Promise<BoardItem & { finished: boolean }>;
  /** Ensures that an entry of the waiting list has one item. */
  putEntry(entry: WaitingListEntry, items: ItemIdStore): Promise<BoardItem>;
  /** Writes a status. Without a reason the old one is cleared, as it belongs to an earlier status. */
  setStatus(
    itemId: string,
    decision: { status: string; reason?: string | undefined },
  ): Promise<void>;
  /** The statuses of items, without unknown ones and deleted items. */
  statuses(itemIds: readonly string[]): Promise<ItemStatus[]>;
  /**
   * The statuses of the items that have changed, in one call as long as these are few. What changed a
   * moment before is told once more, so that nothing is lost between two questions.
   * @param since `until` of the last answer.
   */
  changes(since: Date): Promise<BoardChanges>;
  /** Leaves a comment on an item, once. */
  comment(itemId: string, comment: BoardComment): Promise<void>;
  /**
   * Reads what an item says about its artist.
   * @returns undefined if the board has no such item.
   */
  readArtist(
    itemId: string,
    timeoutMs: number,
  ): Promise<{ name: string; artist: Partial<ItemArtist> } | undefined>;
  /** Removes items; missing ones count as removed. @returns why others were not, by item. */
  remove(itemIds: readonly string[]): Promise<ReadonlyMap<string, BoardError>>;
  /** @returns what the board answers, without names. @throws ProbeError that says what to do. */
  check(): Promise<string | undefined>;
  /** The page of an item; undefined where it has none, as in local runs. */
  itemUrl(itemId: string): string | undefined;
}
