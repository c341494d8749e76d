import type { BoardItem, BoardLinks, BoardSubmission } from "~/domain/board/board";
import { sha256Hex } from "~/platform/hash";
import type { BoardPart } from "./board-parts.server";
import type { ColumnMap } from "./column-map";
import type { BoardDeps } from "./ensure-item.server";
import { type ItemPayload, withoutFields } from "./field-texts";
import { createOnlyFields } from "./item-payload";
import { readUpdates, writeItem } from "./item-updates.server";
import { trackUpdates } from "./track-update";
import { markedUpdate, updateMarker } from "./update-html";

interface SyncContext extends BoardDeps, BoardItem {
  submission: BoardSubmission;
  links: BoardLinks;
  payload: ItemPayload;
  /** Parts that are on the board, or begun. */
  syncedParts: ReadonlyMap<string, BoardPart>;
  store: (part: string, value: BoardPart) => Promise<void>;
  /** Whether no earlier run can have written the part. */
  isFirstTry: (part: string) => Promise<boolean>;
}

interface ChangedColumns {
  values: ItemPayload["columnValues"];
  hash: string;
}

interface ChangedUpdate {
  part: string;
  hash: string;
  body: string;
  marker: string;
  /** For posting it. */
  key: string;
  /** Undefined while it is not known to be on the board. */
  id: string | undefined;
}

/** What is written again when it changes, and its hash. */
export async function updatableColumns(
  payload: ItemPayload,
  columns: ColumnMap,
): Promise<ChangedColumns> {
  const values = withoutFields(payload, columns, createOnlyFields);
  return { values, hash: await sha256Hex(JSON.stringify(values)) };
}

/** The columns, if they changed since the last run. */
async function changedColumns(context: SyncContext): Promise<ChangedColumns | undefined> {
  const { columns, origin, payload, syncedParts } = context;
  const { values, hash } = await updatableColumns(payload, columns);
  const previous = syncedParts.get("columns");
  if (previous?.hash === hash) return undefined;
  // An existing item of an invitation gets all columns; ours keep the status set by staff.
  return { hash, values: origin === "known" && !previous ? payload.columnValues : values };
}

const partName = (number: number) => (number === 1 ? "tracks" : `tracks:${number}`);

/** The updates that changed since the last run. Those that are no longer needed are emptied. */
async function changedUpdates(context: SyncContext): Promise<ChangedUpdate[]> {
  const { submission, links, columns, syncedParts } = context;
  const bodies = trackUpdates(submission, links, columns);
  while (syncedParts.has(partName(bodies.length + 1)))
    bodies.push(markedUpdate("", submission.id, bodies.length + 1));
  const updates: ChangedUpdate[] = [];
  for (const [index, body] of bodies.entries()) {
    const part = partName(index + 1);
    const hash = await sha256Hex(body);
    const { hash: writtenHash = "", remoteId = null } = syncedParts.get(part) ?? {};
    if (writtenHash === hash) continue;
    // The board remembers the first key for a while, even after the update was deleted.
    const key = `${submission.id}:${part}${writtenHash ? `:${hash}` : ""}`;
    const marker = updateMarker(submission.id, index + 1);
    updates.push({ part, hash, body, marker, key, id: remoteId ?? undefined });
  }
  return updates;
}

/** Looks for updates on the board that an earlier run may have posted. */
async function findPosted(
  { monday, itemId, isFirstTry }: SyncContext,
  updates: readonly ChangedUpdate[],
): Promise<readonly ChangedUpdate[]> {
  if (updates.every(({ id }) => id !== undefined) || (await isFirstTry("tracks"))) return updates;
  const find = await readUpdates(monday, itemId);
  return updates.map((update) => ({ ...update, id: update.id ?? find(update.marker) }));
}

/** Writes in one call what changed. @returns the updates that staff have deleted. @throws MondayError */
async function write(
  context: SyncContext,
  columns: ChangedColumns | undefined,
  updates: readonly ChangedUpdate[],
): Promise<ChangedUpdate[]> {
  const { monday, boardId, itemId, store } = context;
  const key = updates.find(({ id }) => id === undefined)?.key;
  const target = { boardId, itemId };
  const written = await writeItem(monday, target, { columnValues: columns?.values, updates }, key);
  const results = updates.map((update, n) => ({
    update: { ...update, id: written.updates[n]?.id },
    wasPosted: update.id !== undefined,
    error: written.updates[n]?.error,
  }));
  // The reply to an earlier run, which may have written something else.
  if (written.replayed && results.every(({ error }) => !error))
    return write(
      context,
      columns,
      results.map(({ update }) => update),
    );
  const deleted: ChangedUpdate[] = [];
  const errors = written.columnsError ? [written.columnsError] : [];
  if (columns && !written.columnsError)
    await store("columns", { remoteId: itemId, hash: columns.hash });
  for (const { update, wasPosted, error } of results) {
    const { part, hash, id = null } = update;
    if (!error) await store(part, { remoteId: id, hash });
    else if (wasPosted && error.code === "ResourceNotFoundException")
      deleted.push({ ...update, id: undefined });
    else errors.push(error);
  }
  if (errors[0]) throw errors[0];
  return deleted;
}

/**
 * Writes columns and updates of a submission's item that changed since the last run, in one call. A
 * deleted update is posted again only if its content changed.
 * @throws MondayError
 */
export async function syncItem(context: SyncContext): Promise<void> {
  const columns = await changedColumns(context);
  const updates = await findPosted(context, await changedUpdates(context));
  if (!columns && updates.length === 0) return;
  const deleted = await write(context, columns, updates);
  if (deleted.length > 0) await write(context, undefined, deleted);
}
