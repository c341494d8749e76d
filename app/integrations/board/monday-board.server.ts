import type { Board, BoardComment, ItemIdStore, WaitingListEntry } from "~/domain/board/board";
import { escapeHtml } from "~/platform/formats/html";
import { statusLabel } from "~/reference/statuses";
import { deleteItems, updateItem } from "./board-client.server";
import type { LiveBoard } from "./board-connection.server";
import type { PartStore } from "./board-parts.server";
import { boardProbe } from "./board-probe.server";
import type { MondayClient } from "./board-request.server";
import type { ColumnMap } from "./column-map";
import { type BoardDeps, ensureItem } from "./ensure-item.server";
import { toItemPayload } from "./field-texts";
import { type FixedLengthPipe, fixedLength } from "./file-column.server";
import { itemChanges, itemStatuses } from "./item-statuses.server";
import { upsertUpdate } from "./item-updates.server";
import type { MondayError } from "./monday-error.server";
import { readArtist } from "./read-artist.server";
import { withAdvice } from "./refusal-text";
import { syncSubmission } from "./sync-submission.server";
import { linkHtml, toUpdates, updateMarker } from "./update-html";
import { waitingListBlocks, waitingListItem } from "./waiting-list-item";

async function putEntry(deps: BoardDeps, entry: WaitingListEntry, items: ItemIdStore) {
  const { monday, boardId, columns } = deps;
  const payload = waitingListItem(entry, columns);
  const item = await ensureItem(deps, items, entry.id, payload, monday.now());
  const target = { boardId, itemId: item.itemId, isNew: item.origin === "created" };
  const blocks = waitingListBlocks(entry);
  if (blocks.length === 0) return item;
  for (const [index, body] of toUpdates(blocks, entry.id).entries()) {
    const number = index + 1;
    const update = { marker: updateMarker(entry.id, number), body };
    await upsertUpdate(monday, target, { ...update, key: `${entry.id}:update-${number}` });
  }
  return item;
}

async function setStatus(
  { monday, boardId, columns }: BoardDeps,
  itemId: string,
  { status, reason }: { status: string; reason?: string | undefined },
): Promise<void> {
  const texts = { status: statusLabel(status), statusReason: reason };
  const { columnValues } = toItemPayload("", texts, columns);
  const emptyReason = reason ? {} : { [columns.statusReason.id]: "" };
  await updateItem(monday, boardId, itemId, { ...columnValues, ...emptyReason });
}

async function comment(
  { monday, boardId }: BoardDeps,
  itemId: string,
  { lines, link, signature, key }: BoardComment,
): Promise<void> {
  const paragraphs = [
    ...lines.map(escapeHtml),
    linkHtml(link.url, link.label),
    escapeHtml(signature),
  ];
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("");
  await upsertUpdate(monday, { boardId, itemId }, { marker: signature, body, key });
}

/** At 10,000 points each, a quarter of a trial account's budget for a minute. */
const REMOVED_AT_ONCE = 25;

async function remove({ monday }: BoardDeps, itemIds: readonly string[]) {
  const errors = new Map<string, MondayError>();
  for (let offset = 0; offset < itemIds.length; offset += REMOVED_AT_ONCE)
    for (const [id, error] of await deleteItems(
      monday,
      itemIds.slice(offset, offset + REMOVED_AT_ONCE),
    ))
      errors.set(id, error);
  return errors;
}

/**
 * The board on monday.com.
 * @param columns reads the column map in force.
 * @param pipe other than the platform's in tests.
 * @param onOutcome is told of each call, save those of the check.
 */
export function mondayBoard(
  connection: LiveBoard,
  {
    columns: readColumns,
    parts,
    pipe = fixedLength,
    onOutcome,
  }: {
    columns: () => Promise<ColumnMap>;
    parts: PartStore;
    pipe?: FixedLengthPipe;
    onOutcome?: MondayClient["onOutcome"];
  },
): Board {
  const { boardId, state } = connection;
  const client = { ...connection.client, onOutcome };
  const ask = async <T>(call: (deps: BoardDeps) => Promise<T>, monday = client): Promise<T> => {
    const columns = await readColumns();
    return withAdvice(columns, () => call({ monday, boardId, columns }));
  };
  return {
    putSubmission: (submission, links, work) =>
      ask((deps) =>
        syncSubmission({ ...deps, ...work, parts, pipe, now: client.now }, submission, links),
      ),
    putEntry: (entry, items) => ask((deps) => putEntry(deps, entry, items)),
    setStatus: (itemId, decision) => ask((deps) => setStatus(deps, itemId, decision)),
    statuses: (itemIds) =>
      ask(({ columns }) => itemStatuses(client, columns, itemIds, client.now())),
    changes: (since) => ask(({ columns }) => itemChanges(client, boardId, columns, since)),
    comment: (itemId, text) => ask((deps) => comment(deps, itemId, text)),
    readArtist: (itemId, timeoutMs) =>
      ask((deps) => readArtist(deps, itemId), { ...client, timeoutMs }),
    remove: (itemIds) => ask((deps) => remove(deps, itemIds)),
    check: boardProbe(connection, readColumns),
    itemUrl: (itemId) =>
      state === "live" ? `https://monday.com/boards/${boardId}/pulses/${itemId}` : undefined,
  };
}
