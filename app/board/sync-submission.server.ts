import type { Clock } from "~/platform/clock";
import type { ClipLink } from "./clip-lines";
import { type BoardDeps, ensureItem, type ItemMemory, type SyncedItem } from "./ensure-item.server";
import type { Pipe } from "./file-column.server";
import type { FileLink } from "./file-links.server";
import { type BoardLinks, type BoardSubmission, itemPayload } from "./item-payload";
import type { BoardPart, PartStore } from "./part-store.server";
import { type OpenFile, plannedFiles, syncFiles } from "./sync-files.server";
import { syncColumns, syncTracks } from "./sync-pieces.server";

interface RecordedSubmission extends BoardSubmission {
  mondayItemId: string | null;
  /** "invited" where its item was there before it. */
  entry?: string;
  /** When its links are issued: with the submission, or when staff ended all earlier ones. */
  linksIssuedAt: Date;
}

/** What the board needs of the recorded submissions. */
export interface SubmissionStore {
  find: (id: string) => Promise<RecordedSubmission | undefined>;
  /** Stores the item once; false when one was stored before. */
  storeItem: ItemMemory["storeItem"];
}

export interface SyncDependencies extends BoardDeps {
  submissions: SubmissionStore;
  parts: PartStore;
  links: FileLink;
  /** The clips cut from a submission's tracks so far, their links signed from that time on. */
  clips: (submissionId: string, from: Date) => Promise<readonly ClipLink[]>;
  /** The address of a submission's folder, where it has one. */
  folder: (submissionId: string) => Promise<string | undefined>;
  open: OpenFile;
  pipe: Pipe;
  /** Keeps the job for this worker; called before each file. */
  renew: () => Promise<void>;
  now: Clock;
}

/**
 * The item, what was written in this turn, and whether it is finished. Where not, another turn is
 * needed: files are left, or clips or folder have come meanwhile.
 */
export interface SyncResult extends SyncedItem {
  wrote: string[];
  finished: boolean;
}

/** A turn takes no new file after this: there is then time for one before another worker may begin. */
const TURN_MS = 20_000;

async function linksOf(
  { links, clips, folder }: SyncDependencies,
  { id, files, linksIssuedAt }: RecordedSubmission,
): Promise<BoardLinks> {
  const addresses = new Map<string, string>();
  // Of one time, so that they are the same at every turn and nothing seems new.
  for (const file of files) addresses.set(file.uploadId, await links(file, linksIssuedAt));
  return {
    files: addresses,
    clips: await clips(id, linksIssuedAt),
    folder: await folder(id),
  };
}

const told = ({ files, clips, folder }: BoardLinks) => JSON.stringify([[...files], clips, folder]);

/**
 * Brings the board up to date with a submission: its one item, the item's columns, the updates with
 * every track, and the files where the column map asks for them. What stands there already is not
 * written again, however often this is called.
 * @returns undefined when there is no such submission.
 * @throws BoardError
 */
export async function syncSubmission(
  to: SyncDependencies,
  submissionId: string,
): Promise<SyncResult | undefined> {
  const { submissions, parts, columns, now } = to;
  const submission = await submissions.find(submissionId);
  if (!submission) return undefined;
  const ends = now().getTime() + TURN_MS;
  const wrote: string[] = [];
  const links = await linksOf(to, submission);
  const payload = itemPayload(submission, columns, links);
  const memory: ItemMemory = {
    storeItem: submissions.storeItem,
    storedItem: async (id) => (await submissions.find(id))?.mondayItemId ?? undefined,
  };
  const item = await ensureItem(to, memory, submissionId, payload, now());
  const done = await parts.find(submissionId);
  const store = async (part: string, value: BoardPart) => {
    await parts.store(submissionId, part, value, now());
    wrote.push(part);
  };

  const turn = { ...to, ...item, submission, links, payload, done, store };
  await syncColumns(turn);
  await syncTracks(turn);
  const { open, pipe } = to;
  const mayGoOn = async () => {
    await to.renew();
    return now().getTime() < ends;
  };
  const files = { ...turn, submissionId, open, pipe, mayGoOn };
  const sent = await syncFiles(files, plannedFiles(submission, columns));
  // Another job may have told the board of news in between, which this one has then overwritten; and
  // staff may have ended the links that it wrote.
  const latest = await submissions.find(submissionId);
  const isSame = latest !== undefined && told(links) === told(await linksOf(to, latest));
  return { ...item, wrote, finished: sent && isSame };
}
