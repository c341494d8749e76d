import type {
  BoardItem,
  BoardLinks,
  BoardSubmission,
  ItemIdStore,
  OpenFile,
} from "~/domain/board/board";
import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { updateItem } from "./board-client.server";
import type { BoardPart, PartStore } from "./board-parts.server";
import { type BoardDeps, ensureItem } from "./ensure-item.server";
import { type ItemPayload, withoutFields } from "./field-texts";
import type { FixedLengthPipe } from "./file-column.server";
import { createOnlyFields, itemPayload } from "./item-payload";
import { editUpdate, upsertUpdate } from "./item-updates.server";
import { MondayError } from "./monday-error.server";
import { filesToSync, syncFiles } from "./sync-files.server";
import { trackUpdates } from "./track-update";
import { markedUpdate, updateMarker } from "./update-html";

interface SyncContext extends BoardDeps, BoardItem {
  submission: BoardSubmission;
  links: BoardLinks;
  payload: ItemPayload;
  /** Parts that are on the board. */
  syncedParts: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
}

/** Updates the columns if they changed since the last run. @throws MondayError */
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
async function tryEditUpdate(context: SyncContext, updateId: string, body: string) {
  try {
    await editUpdate(context.monday, updateId, body);
    return true;
  } catch (error) {
    if (error instanceof MondayError && error.code === "ResourceNotFoundException") return false;
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

/** @throws MondayError */
async function syncTracks(context: SyncContext): Promise<void> {
  const { submission, links, columns, syncedParts } = context;
  const bodies = trackUpdates(submission, links, columns);
  // Updates that are no longer needed are emptied.
  while (syncedParts.has(partName(bodies.length + 1)))
    bodies.push(markedUpdate("", submission.id, bodies.length + 1));
  for (const [index, body] of bodies.entries()) await syncUpdate(context, index + 1, body);
}

export interface SyncDeps extends BoardDeps {
  items: ItemIdStore;
  parts: PartStore;
  open: OpenFile;
  pipe: FixedLengthPipe;
  /** Renews the job's lease; called before each file. */
  renew: () => Promise<void>;
  now: Clock;
}

/** No new file is started after this time, so that one fits before the lease ends. */
const TURN_MS = 20_000;

/**
 * Syncs a submission to the board: item, columns, updates, and files if mapped. Unchanged parts
 * are not written again.
 * @returns not `finished` if files are left: then another run is needed.
 * @throws MondayError
 */
export async function syncSubmission(
  deps: SyncDeps,
  submission: BoardSubmission,
  links: BoardLinks,
): Promise<BoardItem & { finished: boolean }> {
  const { items, parts, columns, now } = deps;
  const { id: submissionId } = submission;
  const deadline = now().getTime() + TURN_MS;
  const payload = itemPayload(submission, columns, links);
  const item = await ensureItem(deps, items, submissionId, payload, now());
  const syncedParts = await parts.find(submissionId);
  const store = (part: string, value: BoardPart) => parts.store(submissionId, part, value, now());
  const context = { ...deps, ...item, submission, links, payload, syncedParts, store };
  await syncColumns(context);
  await syncTracks(context);
  const canContinue = async () => {
    await deps.renew();
    return now().getTime() < deadline;
  };
  const plans = filesToSync(submission, columns);
  const finished = await syncFiles({ ...context, submissionId, canContinue }, plans);
  return { ...item, finished };
}
