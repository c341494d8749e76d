import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import type { DistributionDetails } from "~/submission/record/distribution-details";
import { BoardError } from "./board-error.server";
import type { BoardPart, PartStore } from "./board-parts.server";
import type { ClipLink } from "./clip-lines";
import {
  type BoardDeps,
  ensureItem,
  type ItemIdStore,
  type SyncedItem,
} from "./ensure-item.server";
import { type ItemPayload, withoutFields } from "./field-texts";
import type { FixedLengthPipe } from "./file-column.server";
import type { FileLink } from "./file-links.server";
import {
  type BoardLinks,
  type BoardSubmission,
  createOnlyFields,
  itemPayload,
} from "./item-payload";
import { editUpdate, upsertUpdate } from "./item-updates.server";
import { updateItem } from "./monday-client.server";
import { filesToSync, type OpenFile, syncFiles } from "./sync-files.server";
import { trackUpdates } from "./track-update";
import { markedUpdate, updateMarker } from "./update-html";

/** A submission whose item is on the board, on its way to having everything there. */
interface Turn extends BoardDeps, SyncedItem {
  submission: BoardSubmission;
  links: BoardLinks;
  payload: ItemPayload;
  /** The pieces that stand on the board. */
  done: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
}

/**
 * Writes the item's columns where they say something else than at the last time.
 * @throws BoardError
 */
async function syncColumns(turn: Turn): Promise<void> {
  const { monday, boardId, columns, itemId, how, payload, done, store } = turn;
  const lasting = withoutFields(payload, columns, createOnlyFields);
  const hash = await sha256Hex(JSON.stringify(lasting));
  const before = done.get("columns");
  if (before?.hash === hash) return;
  // An item that was here before us (an invitation's) gets everything; one of ours keeps what
  // staff have made of its status.
  const values = how === "known" && !before ? payload.columnValues : lasting;
  if (how !== "created") await updateItem(monday, boardId, itemId, values);
  await store("columns", { remoteId: itemId, hash });
}

/** Whether there was an update of that id to be edited. */
async function edited(turn: Turn, updateId: string, body: string): Promise<boolean> {
  try {
    await editUpdate(turn.monday, updateId, body);
    return true;
  } catch (error) {
    if (error instanceof BoardError && error.code === "ResourceNotFoundException") return false;
    throw error;
  }
}

const partOf = (number: number) => (number === 1 ? "tracks" : `tracks:${number}`);

/**
 * Posts an update, or edits it where it says something else than at the last time. One that staff
 * have deleted is posted again when there is something new to say.
 */
async function syncUpdate(turn: Turn, number: number, body: string): Promise<void> {
  const { monday, itemId, submission, done, store } = turn;
  const part = partOf(number);
  const hash = await sha256Hex(body);
  const boardPart = done.get(part);
  if (boardPart?.hash === hash) return;
  const stands = boardPart?.remoteId && (await edited(turn, boardPart.remoteId, body));
  // What was posted first is remembered under its key for a while, also when it has been deleted.
  const key = `${submission.id}:${part}${boardPart ? `:${hash}` : ""}`;
  const update = { marker: updateMarker(submission.id, number), body, key };
  const remoteId = stands ? boardPart.remoteId : await upsertUpdate(monday, itemId, update);
  await store(part, { remoteId, hash });
}

/**
 * Brings the updates with every track up to date.
 * @throws BoardError
 */
async function syncTracks(turn: Turn): Promise<void> {
  const { submission, links, columns, done } = turn;
  const bodies = trackUpdates(submission, links, columns);
  // One that is no longer needed stays, with nothing that could be out of date.
  while (done.has(partOf(bodies.length + 1)))
    bodies.push(markedUpdate("", submission.id, bodies.length + 1));
  for (const [index, body] of bodies.entries()) await syncUpdate(turn, index + 1, body);
}

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
  storeItem: ItemIdStore["storeItem"];
}

export interface SyncDeps extends BoardDeps {
  submissions: SubmissionStore;
  parts: PartStore;
  links: FileLink;
  /** The clips cut from a submission's tracks so far, their links signed from that time on. */
  clips: (submissionId: string, from: Date) => Promise<readonly ClipLink[]>;
  /** The address of a submission's folder, where it has one. */
  folder: (submissionId: string) => Promise<string | undefined>;
  /** What its artist has told since for distribution, if anything. */
  details: (submission: RecordedSubmission) => Promise<DistributionDetails | undefined>;
  open: OpenFile;
  pipe: FixedLengthPipe;
  /** Keeps the job for this worker; called before each file. */
  renew: () => Promise<void>;
  now: Clock;
}

/**
 * The item, what was written in this turn, and whether it is finished. Where not, another turn is
 * needed: files are left, or clips or folder have come meanwhile.
 */
interface SyncResult extends SyncedItem {
  wrote: string[];
  finished: boolean;
}

/** A turn takes no new file after this: there is then time for one before another worker may begin. */
const TURN_MS = 20_000;

async function linksOf(
  { links, clips, folder, details }: SyncDeps,
  submission: RecordedSubmission,
): Promise<BoardLinks> {
  const { id, files, linksIssuedAt } = submission;
  const addresses = new Map<string, string>();
  // Of one time, so that they are the same at every turn and nothing seems new.
  for (const file of files) addresses.set(file.uploadId, await links(file, linksIssuedAt));
  return {
    files: addresses,
    clips: await clips(id, linksIssuedAt),
    folder: await folder(id),
    details: await details(submission),
  };
}

const linksKey = ({ files, clips, folder, details }: BoardLinks) =>
  JSON.stringify([[...files], clips, folder, details]);

/**
 * Brings the board up to date with a submission: its one item, the item's columns, the updates with
 * every track, and the files where the column map asks for them. What stands there already is not
 * written again, however often this is called.
 * @returns undefined when there is no such submission.
 * @throws BoardError
 */
export async function syncSubmission(
  to: SyncDeps,
  submissionId: string,
): Promise<SyncResult | undefined> {
  const { submissions, parts, columns, now } = to;
  const submission = await submissions.find(submissionId);
  if (!submission) return undefined;
  const ends = now().getTime() + TURN_MS;
  const wrote: string[] = [];
  const links = await linksOf(to, submission);
  const payload = itemPayload(submission, columns, links);
  const memory: ItemIdStore = {
    storeItem: submissions.storeItem,
    storedItem: async (id) => (await submissions.find(id))?.mondayItemId ?? undefined,
  };
  const item = await ensureItem(to, memory, submissionId, payload, now());
  const knownParts = await parts.find(submissionId);
  const store = async (part: string, value: BoardPart) => {
    await parts.store(submissionId, part, value, now());
    wrote.push(part);
  };

  const turn = { ...to, ...item, submission, links, payload, done: knownParts, store };
  await syncColumns(turn);
  await syncTracks(turn);
  const { open, pipe } = to;
  const mayGoOn = async () => {
    await to.renew();
    return now().getTime() < ends;
  };
  const files = { ...turn, submissionId, open, pipe, mayGoOn };
  const fileResult = await syncFiles(files, filesToSync(submission, columns));
  // Another job may have told the board of news in between, which this one has then overwritten; and
  // staff may have ended the links that it wrote.
  const latest = await submissions.find(submissionId);
  const isSame = latest !== undefined && linksKey(links) === linksKey(await linksOf(to, latest));
  return { ...item, wrote, finished: fileResult && isSame };
}
