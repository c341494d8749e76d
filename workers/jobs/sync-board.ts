import { readDistributionDetails } from "~/domain/artists/release/distribution-details.server";
import { linksValidFrom } from "~/domain/submission/record/revoke-links.server";
import { takeEntryItem } from "~/domain/submission/record/shared-item.server";
import { findSubmission, storeBoardItem } from "~/domain/submission/record/submission-store.server";
import { BoardError } from "~/integrations/board/board-error.server";
import { partStore } from "~/integrations/board/board-parts.server";
import type { ItemBoard } from "~/integrations/board/board-service.server";
import { fixedLength } from "~/integrations/board/file-column.server";
import { signedFileLink } from "~/integrations/board/file-links.server";
import {
  type SubmissionStore,
  type SyncDeps,
  syncSubmission,
} from "~/integrations/board/sync-submission.server";
import { folderLinks } from "~/integrations/drive/folder-store.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { linkKeysOf } from "~/platform/link-keys";
import { afterBoardError } from "./after-board-error";
import { clipsForBoard } from "./after-clips";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface Submissions extends SubmissionStore {
  /** Takes over its entry's item where it has none; `coming` where that item is not created yet. */
  assignItem: (id: string, now: Date) => Promise<"coming" | undefined>;
}

/** Reads and writes submissions for the board. */
export function submissionStore(db: Database): Submissions {
  return {
    async find(id) {
      const submission = await findSubmission(db, id);
      if (!submission) return undefined;
      const links = await linksValidFrom(db, { submissionId: id });
      const linksIssuedAt = new Date(Math.max(Date.parse(submission.createdAt), links * 1000));
      return { ...submission, linksIssuedAt };
    },
    storeItem: (id, itemId, now) => storeBoardItem(db, id, itemId, now),
    assignItem: (id, now) => takeEntryItem(db, id, now),
  };
}

/**
 * Finds the address of a submission's files: the folder on the cloud drive once it exists; without a
 * drive the staff page of the folder.
 */
function createFolderFinder(db: Database, publicUrl: string, hasDrive: boolean) {
  return async (submissionId: string): Promise<string | undefined> =>
    hasDrive
      ? (await folderLinks(db, submissionId)).artist
      : `${publicUrl}/staff/folders/${submissionId}`;
}

type BoardDeps = Omit<SyncDeps, "monday" | "boardId" | "columns" | "now" | "renew">;

interface Deps extends BoardDeps {
  submissions: Submissions;
  board: ItemBoard;
  log: Log;
  now: Clock;
}

/** Writes the submission to the board, if one is connected. */
export function syncBoard(allDeps: Deps): JobHandler<JobSubject<"sync-board">> {
  const { board, log, now, ...deps } = allDeps;
  const { connection } = board;

  /** Logs an item when its id is stored, because later steps may fail. */
  const storeItem: BoardDeps["submissions"]["storeItem"] = async (
    submissionId,
    itemId,
    storedAt,
  ) => {
    const stored = await deps.submissions.storeItem(submissionId, itemId, storedAt);
    if (stored) log("info", "board.item-created", { submissionId });
    return stored;
  };

  return {
    async run({ submissionId, renew }) {
      if (connection.state === "off") return { kind: "done", reason: "board-off" };
      if ((await deps.submissions.assignItem(submissionId, now())) === "coming")
        return { kind: "retry", reason: "no-item-yet" };
      const columns = await board.columns();
      const { client: monday, boardId } = connection;
      const submissions = { ...deps.submissions, storeItem };
      try {
        const syncDeps = { ...deps, submissions, monday, boardId, columns, now, renew };
        const item = await syncSubmission(syncDeps, submissionId);
        if (!item) return { kind: "failed", reason: "no-such-submission" };
        return item.finished
          ? { kind: "done", reason: item.origin }
          : { kind: "again", reason: "more-to-write" };
      } catch (error) {
        if (!(error instanceof BoardError)) throw error;
        const { entry } = (await submissions.find(submissionId)) ?? {};
        return afterBoardError(error, columns, entry);
      }
    },
  };
}

export const syncBoardJob: JobKind<"sync-board"> = {
  type: "sync-board",
  heavy: false,
  run(topic, { db, settings, site, drive, uploads, board, log, clock: now }) {
    const keys = linkKeysOf(settings);
    const handler = syncBoard({
      submissions: submissionStore(db),
      parts: partStore(db),
      links: signedFileLink(site, keys),
      clips: clipsForBoard(db, site, keys),
      folder: createFolderFinder(db, site, drive.state !== "off"),
      details: (submission) => readDistributionDetails(db, submission, now()),
      open: (key) => uploads.own.read(key),
      pipe: fixedLength,
      board,
      log,
      now,
    });
    return handler.run(topic);
  },
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
