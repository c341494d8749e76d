/** What the files of one draft may take up. */
export interface DraftQuota {
  /** Bytes of all its files, those on their way with the size they were announced with. */
  bytes: number;
  /** Uploads that are open at the same time. */
  open: number;
}

/** An album of 20 tracks of 200 MB with all its artwork, and half of it once more as replacements. */
export const DRAFT_QUOTA: DraftQuota = { bytes: 6_000_000_000, open: 40 };

/** Files of all drafts together that may wait in the bucket until it is known what they are for. */
export const SPOOLED_AT_ONCE = 400;
