import type {
  BoardItem,
  BoardLinks,
  BoardSubmission,
  ItemIdStore,
  OpenFile,
} from "~/domain/board/board";
import type { Clock } from "~/platform/clock";
import { type BoardPart, isFirstTry, type PartStore } from "./board-parts.server";
import { type BoardDeps, ensureItem } from "./ensure-item.server";
import type { FixedLengthPipe } from "./file-column.server";
import { itemPayload } from "./item-payload";
import { filesToSync, syncFiles } from "./sync-files.server";
import { syncItem, updatableColumns } from "./sync-item.server";

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
 * @returns not `finished` if something is left: then another run is needed.
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
  const isNew = (part: string) => isFirstTry(parts, submission, part, now());
  const store = (part: string, value: BoardPart) => parts.store(submissionId, part, value, now());
  const item = await ensureItem(deps, items, submissionId, payload, now(), () => isNew("item"));
  if (item.origin === "created") {
    const { hash } = await updatableColumns(payload, columns);
    await store("columns", { remoteId: item.itemId, hash });
  }
  if (links.areComing) return { ...item, finished: false };
  const syncedParts = await parts.find(submissionId);
  const context = { ...deps, ...item, syncedParts, store, isFirstTry: isNew };
  await syncItem({ ...context, submission, links, payload });
  const canContinue = async () => {
    await deps.renew();
    return now().getTime() < deadline;
  };
  const plans = filesToSync(submission, columns);
  const finished = await syncFiles({ ...context, submissionId, canContinue }, plans);
  return { ...item, finished };
}
