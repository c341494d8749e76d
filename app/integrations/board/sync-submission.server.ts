import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
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

interface SyncContext extends BoardDeps, SyncedItem {
  submission: BoardSubmission;
  links: BoardLinks;
  payload: ItemPayload;
  /** Parts that are on the board. */
  syncedParts: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
}

/** Updates the columns if they changed since the last run. @throws BoardError */
async function syncColumns(context: SyncContext): Promise<void> {
  const { monday, boardId, columns, itemId, origin, payload, syncedParts, store } = context;
  const updatableValues = withoutFields(payload, columns, createOnlyFields);
  const hash = await sha256Hex(JSON.stringify(updatableValues));
  const previous = syncedParts.get("columns");
  if (previous?.hash === hash) return;
  // An existing item of an invitation gets all columns; ours keep the status set by staff.
  const values = origin === "known" && !previous ? payload.columnValues : updatableValues;
  if (origin !== "created") await updateItem(monday, boardId, itemId, values);
  await store("columns", { remoteId: itemId, hash });
}

/** @returns false if the update was deleted. */
async function tryEditUpdate(
  context: SyncContext,
  updateId: string,
  body: string,
): Promise<boolean> {
  try {
    await editUpdate(context.monday, updateId, body);
    return true;
  } catch (error) {
    if (error instanceof BoardError && error.code === "ResourceNotFoundException") return false;
    throw error;
  }
}

const partName = (number: number) => (number === 1 ? "tracks" : `tracks:${number}`);

/**
 * Posts an update, or edits it if it changed. A deleted update is posted again only if its content
 * changed.
 */
async function syncUpdate(context: SyncContext, number: number, body: string): Promise<void> {
  const { monday, itemId, submission, syncedParts, store } = context;
  const part = partName(number);
  const hash = await sha256Hex(body);
  const boardPart = syncedParts.get(part);
  if (boardPart?.hash === hash) return;
  const isEdited = boardPart?.remoteId && (await tryEditUpdate(context, boardPart.remoteId, body));
  // The board remembers the first key for a while, even after the update was deleted.
  const key = `${submission.id}:${part}${boardPart ? `:${hash}` : ""}`;
  const update = { marker: updateMarker(submission.id, number), body, key };
  const remoteId = isEdited ? boardPart.remoteId : await upsertUpdate(monday, itemId, update);
  await store(part, { remoteId, hash });
}

/** @throws BoardError */
async function syncTracks(context: SyncContext): Promise<void> {
  const { submission, links, columns, syncedParts } = context;
  const bodies = trackUpdates(submission, links, columns);
  // Updates that are no longer needed are emptied.
  while (syncedParts.has(partName(bodies.length + 1)))
    bodies.push(markedUpdate("", submission.id, bodies.length + 1));
  for (const [index, body] of bodies.entries()) await syncUpdate(context, index + 1, body);
}

interface RecordedSubmission extends BoardSubmission {
  boardItemId: string | null;
  /** "invited" if it has an existing item. */
  entry?: string;
  /** With the submission, or when staff revoked all earlier links. */
  linksIssuedAt: Date;
}

export interface SubmissionStore {
  find: (id: string) => Promise<RecordedSubmission | undefined>;
  storeItem: ItemIdStore["storeItem"];
}

export interface SyncDeps extends BoardDeps {
  submissions: SubmissionStore;
  parts: PartStore;
  links: FileLink;
  /** Clips cut so far, with links signed as of that time. */
  clips: (submissionId: string, linksIssuedAt: Date) => Promise<readonly ClipLink[]>;
  /** URL of the folder, if there is one. */
  folder: (submissionId: string) => Promise<string | undefined>;
  /** Submitted distribution details. */
  details: (submission: RecordedSubmission) => Promise<DistributionDetails | undefined>;
  open: OpenFile;
  pipe: FixedLengthPipe;
  /** Renews the job's lease; called before each file. */
  renew: () => Promise<void>;
  now: Clock;
}

/**
 * The item and the parts written. Not `finished` if files are left, or clips or folder changed
 * meanwhile: then another run is needed.
 */
interface SyncResult extends SyncedItem {
  writtenParts: string[];
  finished: boolean;
}

/** No new file is started after this time, so that one fits before the lease ends. */
const TURN_MS = 20_000;

async function readLinks(
  { links, clips, folder, details }: SyncDeps,
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

const linksKey = ({ files, clips, folder, details }: BoardLinks) =>
  JSON.stringify([[...files], clips, folder, details]);

/**
 * Syncs a submission to the board: item, columns, updates, and files if mapped. Unchanged parts
 * are not written again.
 * @returns undefined if there is no such submission.
 * @throws BoardError
 */
export async function syncSubmission(
  deps: SyncDeps,
  submissionId: string,
): Promise<SyncResult | undefined> {
  const { submissions, parts, columns, now } = deps;
  const submission = await submissions.find(submissionId);
  if (!submission) return undefined;
  const deadline = now().getTime() + TURN_MS;
  const writtenParts: string[] = [];
  const links = await readLinks(deps, submission);
  const payload = itemPayload(submission, columns, links);
  const itemIds: ItemIdStore = {
    storeItem: submissions.storeItem,
    storedItem: async (id) => (await submissions.find(id))?.boardItemId ?? undefined,
  };
  const item = await ensureItem(deps, itemIds, submissionId, payload, now());
  const syncedParts = await parts.find(submissionId);
  const store = async (part: string, value: BoardPart) => {
    await parts.store(submissionId, part, value, now());
    writtenParts.push(part);
  };

  const context = { ...deps, ...item, submission, links, payload, syncedParts, store };
  await syncColumns(context);
  await syncTracks(context);
  const { open, pipe } = deps;
  const canContinue = async () => {
    await deps.renew();
    return now().getTime() < deadline;
  };
  const files = { ...context, submissionId, open, pipe, canContinue };
  const fileResult = await syncFiles(files, filesToSync(submission, columns));
  // Meanwhile another job may have written newer data, which this run has overwritten, or staff may
  // have revoked the links.
  const latest = await submissions.find(submissionId);
  const isSame =
    latest?.form.email === submission.form.email &&
    latest !== undefined &&
    linksKey(links) === linksKey(await readLinks(deps, latest));
  return { ...item, writtenParts, finished: fileResult && isSame };
}
