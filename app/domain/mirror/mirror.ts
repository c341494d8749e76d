import type { MirrorFile } from "./mirror-plan";

/** Why the mirror has not done what it was asked for. */
export class MirrorError extends Error {
  override readonly name: string = "MirrorError";
  constructor(
    /** For log lines and staff. */
    readonly code: string,
    /** May contain personal data: never log it. */
    message: string,
    /** Retrying cannot help: a setting or the drive must change. */
    readonly permanent: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

interface CopyResult {
  /** Count of copied files. */
  count: number;
  /** Files missing in the bucket. */
  missing: MirrorFile[];
  /** Whether another run has claimed some files. */
  busy: boolean;
  /** Whether time was up. */
  hasMore: boolean;
}

/**
 * The cloud drive that has a copy of every submission's files. Every call throws MirrorError where the
 * drive does not do what it is asked for.
 */
export interface Mirror {
  /**
   * Copies missing files for about half a minute; each exactly once, also with concurrent runs.
   * @param onCopied is called for each copied file.
   */
  copy(
    submission: { id: string; name: string },
    files: readonly MirrorFile[],
    onCopied: (file: MirrorFile) => void,
  ): Promise<CopyResult>;
  /** The page of a submission's folder; undefined until there is one. */
  folderUrl(submissionId: string): Promise<string | undefined>;
  /**
   * Deletes a folder with its files, by its id on the drive or by its submission.
   * @returns `trashed` where it only lies in the bin; `deleted` also if there was none.
   */
  removeFolder(folder: { id: string } | { submissionId: string }): Promise<"deleted" | "trashed">;
}
