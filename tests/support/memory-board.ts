import type {
  Board,
  BoardItem,
  BoardSubmission,
  ItemIdStore,
  ItemStatus,
} from "~/domain/board/board";
import { BoardError } from "~/domain/board/board-error";
import { ProbeError } from "~/observability/health/health-checks.server";
import type { Clock } from "~/platform/clock";
import { type SubmissionStatus, statusOfLabel } from "~/reference/statuses";

interface MemoryItem {
  id: string;
  /** Of the submission or entry that has it. */
  ownerId: string;
  name: string;
  artist: Partial<Record<string, string>>;
  status: string;
  reason: string;
  changedAt: Date;
  /** When anything of it was last changed. */
  updatedAt: Date;
  /** By signature. */
  comments: Map<string, string>;
  /** Bytes by upload. */
  files: Map<string, Uint8Array>;
}

const readAll = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer());

function toStatus(item: MemoryItem | undefined): ItemStatus | undefined {
  const status = item && statusOfLabel(item.status);
  if (!status) return undefined;
  const { id: itemId, reason, changedAt } = item;
  return { itemId, status, reason: reason || undefined, changedAt };
}

/** A board in memory, as the contract tests of `Board` ask for. */
export function memoryBoard(now: Clock) {
  const items = new Map<string, MemoryItem>();
  let serial = 0;
  let refusal: BoardError | undefined;
  const assertOpen = () => {
    if (refusal) throw refusal;
  };

  function get(itemId: string): MemoryItem {
    assertOpen();
    const item = items.get(itemId);
    if (item) return item;
    const error = new BoardError("NO_ITEM", "There is no such item.", { permanent: true });
    error.advice = "The item is no longer on the board. Restore it there.";
    throw error;
  }

  function createItem(ownerId: string, status: SubmissionStatus | string): MemoryItem {
    serial += 1;
    const id = String(serial);
    const empty = { comments: new Map(), files: new Map(), artist: {}, name: "", reason: "" };
    const item = { ...empty, id, ownerId, status, changedAt: now(), updatedAt: now() };
    items.set(id, item);
    return item;
  }

  async function ensureItem(
    ownerId: string,
    status: string,
    { storedItem, storeItem }: ItemIdStore,
  ): Promise<BoardItem> {
    assertOpen();
    const stored = await storedItem(ownerId);
    if (stored) return { itemId: get(stored).id, origin: "known" };
    const found = [...items.values()].find((item) => item.ownerId === ownerId);
    const { id } = found ?? createItem(ownerId, status);
    if (await storeItem(ownerId, id, now()))
      return { itemId: id, origin: found ? "found" : "created" };
    return { itemId: (await storedItem(ownerId)) ?? id, origin: "known" };
  }

  async function putFiles(
    { files }: BoardSubmission,
    item: MemoryItem,
    { open, renew }: Parameters<Board["putSubmission"]>[2],
  ) {
    const missing: string[] = [];
    for (const { uploadId, key, fileName } of files) {
      if (item.files.has(uploadId)) continue;
      await renew();
      const bytes = await open(key);
      if (bytes) item.files.set(uploadId, await readAll(bytes));
      else missing.push(fileName);
    }
    if (missing.length === 0) return;
    const error = new BoardError("FILE_MISSING", missing.join(", "), { permanent: true });
    error.advice = "A file of this submission is not in storage; everything else is on the board.";
    throw error;
  }

  const board: Board = {
    async putSubmission(submission, { areComing }, work) {
      const { id, form, status } = submission;
      const wasKnown = (await work.items.storedItem(id)) !== undefined;
      const put = await ensureItem(id, status, work.items);
      const item = get(put.itemId);
      // The item of an entry or an invitation begins anew with its submission.
      if (wasKnown && item.ownerId !== id) Object.assign(item, { ownerId: id, status, reason: "" });
      // An item keeps the name that it was given first.
      Object.assign(item, {
        updatedAt: now(),
        name: item.name || `${form.artistName} - ${form.releaseTitle}`,
        artist: { ...form },
      });
      if (areComing) return { ...put, finished: false };
      await putFiles(submission, item, work);
      return { ...put, finished: true };
    },
    async putEntry({ id, artistData }, store) {
      const put = await ensureItem(id, "pending", store);
      const name = `${artistData.artistName} - Waiting list`;
      if (put.origin === "created") Object.assign(get(put.itemId), { name, artist: artistData });
      return put;
    },
    async setStatus(itemId, { status, reason = "" }) {
      Object.assign(get(itemId), { status, reason, changedAt: now(), updatedAt: now() });
    },
    async statuses(itemIds) {
      assertOpen();
      return itemIds.flatMap((itemId) => toStatus(items.get(itemId)) ?? []);
    },
    async changes(since) {
      assertOpen();
      const byAge = [...items.values()].toSorted(
        (a, b) => a.updatedAt.getTime() - b.updatedAt.getTime(),
      );
      const changed = byAge.filter(({ updatedAt }) => updatedAt >= since);
      return {
        statuses: changed.flatMap((item) => {
          const status = toStatus(item);
          return status ? [{ ...status, updatedAt: item.updatedAt }] : [];
        }),
        until: changed.at(-1)?.updatedAt ?? since,
      };
    },
    async comment(itemId, { signature, lines, link }) {
      get(itemId).comments.set(signature, [...lines, link.label, link.url].join("\n"));
    },
    async readArtist(itemId) {
      assertOpen();
      const item = items.get(itemId);
      if (!item) return undefined;
      const { artistName, firstName, surname, email, country, city, ...rest } = item.artist;
      const { instagramProfile, tiktokProfile, spotifyProfile, listenLink } = rest;
      const fields = {
        ...{ artistName, firstName, surname, email, country, city },
        ...{ instagramProfile, tiktokProfile, spotifyProfile, listenLink },
      };
      const written = Object.entries(fields).filter(([, text]) => text);
      return { name: item.name, artist: Object.fromEntries(written) };
    },
    async remove(itemIds) {
      const errors = refusal ? itemIds.map((id) => [id, refusal] as const) : [];
      if (!refusal) for (const id of itemIds) items.delete(id);
      return new Map(errors as [string, BoardError][]);
    },
    async check() {
      if (refusal) throw new ProbeError(refusal.message);
      return "It answers.";
    },
    itemUrl: () => undefined,
  };

  return {
    board,
    items,
    /** Sets a status there, as staff do. */
    label: async (itemId: string, status: string, reason = "", changedAt = now()) =>
      void Object.assign(get(itemId), { status, reason, changedAt, updatedAt: now() }),
    /** Refuses every call from now on; undefined: none. */
    refuse: (error: BoardError | undefined) => {
      refusal = error;
    },
  };
}
