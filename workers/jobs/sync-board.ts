import { readDistributionDetails } from "~/domain/artists/release/distribution-details.server";
import type {
  Board,
  BoardLinks,
  BoardSubmission,
  ClipLink,
  ItemIdStore,
  OpenFile,
} from "~/domain/board/board";
import type { Mirror } from "~/domain/mirror/mirror";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import { plannedClips } from "~/domain/submission/record/planned-clips";
import type { StoredFile } from "~/domain/submission/record/release-form";
import { linksValidFrom } from "~/domain/submission/record/revoke-links.server";
import { takeEntryItem } from "~/domain/submission/record/shared-item.server";
import { findSubmission, storeBoardItem } from "~/domain/submission/record/submission-store.server";
import { filePath } from "~/domain/uploads/upload";
import type { JobType } from "~/jobs/job-types";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { signFileLink } from "~/platform/file-link";
import { type LinkKeys, linkKeysOf } from "~/platform/link-keys";
import { afterBoardError } from "./after-board-error";
import { clipsForBoard } from "./after-clips";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

interface RecordedSubmission extends BoardSubmission {
  boardItemId: string | null;
  /** "invited" if it has an existing item. */
  entry?: string;
  /** With the submission, or when staff revoked all earlier links. */
  linksIssuedAt: Date;
}

interface Submissions {
  find: (id: string) => Promise<RecordedSubmission | undefined>;
  storeItem: ItemIdStore["storeItem"];
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

/** Creates URLs of files for people without an account here, valid for 180 days. */
export const fileLinks = (site: string, keys: LinkKeys) => async (file: StoredFile, from: Date) =>
  site + (await signFileLink(keys, filePath({ ...file, id: file.uploadId }), from));

/**
 * Finds the address of a submission's files: the folder on the cloud drive once it exists; without a
 * drive the staff page of the folder.
 */
const createFolderFinder =
  (publicUrl: string, mirror: Mirror | undefined) => async (submissionId: string) =>
    mirror ? mirror.folderUrl(submissionId) : `${publicUrl}/staff/folders/${submissionId}`;

interface Deps {
  submissions: Submissions;
  links: (file: StoredFile, issuedAt: Date) => Promise<string>;
  /** Clips cut so far, with links signed as of that time. */
  clips: (submissionId: string, linksIssuedAt: Date) => Promise<readonly ClipLink[]>;
  /** URL of the folder, if there is one. */
  folder: (submissionId: string) => Promise<string | undefined>;
  /** Submitted distribution details. */
  details: (submission: RecordedSubmission) => Promise<DistributionDetails | undefined>;
  /** Whether clips or the folder are still to come. */
  areComing: (submission: RecordedSubmission, links: BoardLinks) => boolean;
  open: OpenFile;
  board: Board | undefined;
  log: Log;
  now: Clock;
}

async function readLinks(
  { links, clips, folder, details }: Deps,
  submission: RecordedSubmission,
): Promise<BoardLinks> {
  const { id, files, linksIssuedAt } = submission;
  const addresses = new Map<string, string>();
  // A fixed time makes the links equal in every run, so that nothing seems to have changed.
  for (const file of files) addresses.set(file.uploadId, await links(file, linksIssuedAt));
  return {
    files: addresses,
    clips: await clips(id, linksIssuedAt),
    folder: await folder(id),
    details: await details(submission),
  };
}

/** Clips are listed once the first one is worked on. */
const areClipsComing = ({ form }: RecordedSubmission, { clips }: BoardLinks) =>
  clips.length < plannedClips(form).length || clips.some(({ state }) => state === "waiting");

/** What is still to come is waited for until so long after the submission. */
const PATIENCE_MS = 10 * 60_000;

/** For how many seconds the rest of an item waits for links that are still to come; 0: no longer. */
function secondsToWait(isComing: boolean, { createdAt }: RecordedSubmission, now: Date): number {
  const leftMs = Date.parse(createdAt) + PATIENCE_MS - now.getTime();
  return isComing ? Math.max(0, Math.ceil(leftMs / 1_000)) : 0;
}

/** What another job, or staff who revoke links, may change while this one writes. */
const snapshot = (submission: RecordedSubmission, { files, ...links }: BoardLinks) =>
  JSON.stringify([submission.form.email, [...files], links]);

/**
 * Writes the submission to the board, if one is connected: the item at once, everything else in one
 * call when clips and folder are there. The job that brings these runs this one before its time.
 */
export function syncBoard(deps: Deps): JobHandler<JobSubject<"sync-board">> {
  const { submissions, open, board, log, now } = deps;
  const items: ItemIdStore = {
    /** Logs an item when its id is stored, because later steps may fail. */
    async storeItem(submissionId, itemId, storedAt) {
      const stored = await submissions.storeItem(submissionId, itemId, storedAt);
      if (stored) log("info", "board.item-created", { submissionId });
      return stored;
    },
    storedItem: async (id) => (await submissions.find(id))?.boardItemId ?? undefined,
  };

  return {
    async run({ submissionId, renew }) {
      if (!board) return { kind: "done", reason: "board-off" };
      if ((await submissions.assignItem(submissionId, now())) === "coming")
        return { kind: "retry", reason: "no-item-yet" };
      const submission = await submissions.find(submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const links = await readLinks(deps, submission);
      const isComing = deps.areComing(submission, links);
      const waitSeconds = secondsToWait(isComing, submission, now());
      const put = { ...links, areComing: waitSeconds > 0 };
      try {
        const { finished, origin } = await board.putSubmission(submission, put, {
          items,
          open,
          renew,
        });
        if (waitSeconds > 0)
          return { kind: "again", reason: "links-to-come", afterSeconds: waitSeconds };
        const latest = await submissions.find(submissionId);
        const isLatest =
          latest !== undefined &&
          snapshot(submission, links) === snapshot(latest, await readLinks(deps, latest));
        return finished && isLatest
          ? { kind: "done", reason: origin }
          : { kind: "again", reason: "more-to-write" };
      } catch (error) {
        return afterBoardError(error, submission.entry);
      }
    },
  };
}

/** An item that was on the board before it was known here may have been given a status meanwhile. */
export async function jobsAfterSync({ reason = "" }: WorkResult): Promise<JobType[]> {
  return ["found", "replayed"].includes(reason) ? ["read-board-status"] : [];
}

export const syncBoardJob: JobKind<"sync-board"> = {
  type: "sync-board",
  heavy: false,
  run(topic, { db, settings, site, mirror, uploads, board, log, clock: now }) {
    const keys = linkKeysOf(settings);
    const handler = syncBoard({
      submissions: submissionStore(db),
      links: fileLinks(site, keys),
      clips: clipsForBoard(db, site, keys),
      folder: createFolderFinder(site, mirror),
      details: (submission) => readDistributionDetails(db, submission, now()),
      areComing: (submission, links) =>
        areClipsComing(submission, links) ||
        (mirror !== undefined && links.folder === undefined && submission.files.length > 0),
      open: (key) => uploads.own.read(key),
      board,
      log,
      now,
    });
    return handler.run(topic);
  },
  after: jobsAfterSync,
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
