import { sha256Hex } from "~/platform/hash";
import { BoardError } from "./board-error.server";
import type { BoardDeps, SyncedItem } from "./ensure-item.server";
import { type ItemPayload, withoutFields } from "./field-texts";
import { type BoardLinks, type BoardSubmission, firstFields } from "./item-payload";
import { editUpdate, putUpdate } from "./item-updates.server";
import { updateItem } from "./monday-client.server";
import type { BoardPart } from "./part-store.server";
import { trackUpdates } from "./track-update";
import { markedUpdate, updateMarker } from "./update-html";

/** A submission whose item is on the board, on its way to having everything there. */
export interface Turn extends BoardDeps, SyncedItem {
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
export async function syncColumns(turn: Turn): Promise<void> {
  const { monday, boardId, columns, itemId, how, payload, done, store } = turn;
  const lasting = withoutFields(payload, columns, firstFields);
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
  const posted = done.get(part);
  if (posted?.hash === hash) return;
  const stands = posted?.remoteId && (await edited(turn, posted.remoteId, body));
  // What was posted first is remembered under its key for a while, also when it has been deleted.
  const key = `${submission.id}:${part}${posted ? `:${hash}` : ""}`;
  const update = { marker: updateMarker(submission.id, number), body, key };
  const remoteId = stands ? posted.remoteId : await putUpdate(monday, itemId, update);
  await store(part, { remoteId, hash });
}

/**
 * Brings the updates with every track up to date.
 * @throws BoardError
 */
export async function syncTracks(turn: Turn): Promise<void> {
  const { submission, links, columns, done } = turn;
  const bodies = trackUpdates(submission, links, columns);
  // One that is no longer needed stays, with nothing that could be out of date.
  while (done.has(partOf(bodies.length + 1)))
    bodies.push(markedUpdate("", submission.id, bodies.length + 1));
  for (const [index, body] of bodies.entries()) await syncUpdate(turn, index + 1, body);
}
