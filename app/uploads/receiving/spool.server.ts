import { type SQL, sql } from "drizzle-orm";
import { SNIFF_BYTES } from "~/media/sniff";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { PART_BYTES } from "../upload-plan";
import { TOO_MANY_OPEN } from "../upload-texts";
import type { StoredRange } from "./compose-part.server";
import { blocks, drain, type FileSource, memorySource, storedSource } from "./file-source.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { removeStray } from "./remove-strays.server";
import { deleteStrays, type Stray, strayInsert } from "./stray-store.server";

/** Bytes of every block but the last: so much of a file is in memory. */
const BLOCK_BYTES = 1024 * 1024;
/** Parts are of one size, and so are their blocks. */
const BLOCKS_PER_PART = PART_BYTES / BLOCK_BYTES;

/** The longest that a request may take whose file waits for its fields. Milliseconds. */
export const SPOOL_MS = 60 * 60_000;
/** What a crash has left is removed then, when its request is long over. */
const CLEANUP_DELAY_MS = 2 * SPOOL_MS;

/** Seconds after which a file may be sent again for which there was no place. */
const RETRY_AFTER = 30;

/** By this the drafts that one network opened have their share: alone a fifth of all places. */
const SHARE_DIVISOR = 3;

export type Spooled =
  | { ok: true; source: FileSource }
  | { ok: false; status: 429; text: string; retryAfter: number };

/** Where the bytes of one file wait until it is known what it is for. */
export interface Spool {
  /**
   * Takes a file in, block by block as it comes. The whole of it is read in every case.
   * @throws what the chunks or the carrier throw.
   */
  add: (chunks: AsyncIterator<Uint8Array>) => Promise<Spooled>;
  /** Removes what was taken in; to be called at every end. What it cannot remove, the sweep will. */
  clear: () => Promise<void>;
}

/**
 * A spool in the bucket for a file of a draft. Drafts have as many of them as they may have open
 * uploads, both counted together, and all drafts together so many as the house has set, of which those of one
 * network have a share. The drafts are a table of a room above this one.
 */
export function openSpool(deps: ReceivingDeps, draftId: string, clock: Clock, ids: Ids): Spool {
  const { db, carrier } = deps;
  const startedAt = clock();
  const stray: Stray = {
    key: `spool/${ids.next(startedAt)}/`,
    draftId,
    carrier: carrier.name,
  };
  let isClaimed = false;
  const claim = async () => {
    const { quota, spooled } = deps;
    const openCount = sql`(SELECT count(*) FROM uploads
      WHERE uploads.draft_id = ${draftId} AND uploads.state = 'open')`;
    const ownCount = sql`(SELECT count(*) FROM stray_objects WHERE stray_objects.draft_id = ${draftId})`;
    const totalCount = sql`(SELECT count(*) FROM stray_objects)`;
    const siteSql = (visitor: SQL) => sql`substr(${visitor}, 1, instr(${visitor}, '.'))`;
    const networkCount = sql`(SELECT count(*) FROM drafts AS mine
      JOIN stray_objects AS other JOIN drafts AS theirs ON theirs.id = other.draft_id
      WHERE mine.id = ${draftId} AND instr(mine.visitor, '.') > 0
      AND ${siteSql(sql`theirs.visitor`)} = ${siteSql(sql`mine.visitor`)})`;
    const hasShare = withinFairShareSql(networkCount, totalCount, spooled, SHARE_DIVISOR);
    const fits = sql`${openCount} + ${ownCount} < ${quota.open} AND ${hasShare}`;
    const due = new Date(startedAt.getTime() + CLEANUP_DELAY_MS);
    isClaimed = (await strayInsert(db, stray, { due, now: startedAt }, fits)).length > 0;
    return isClaimed;
  };
  const putBlock = async (number: number, bytes: Uint8Array): Promise<StoredRange> => {
    const key = `${stray.key}${number}`;
    await carrier.put(key, bytes, bytes.length);
    return { key, offset: 0, length: bytes.length };
  };
  return {
    async add(chunks) {
      const sources: StoredRange[] = [];
      let head: Uint8Array | undefined;
      for await (const block of blocks(chunks, BLOCK_BYTES)) {
        if (!head) {
          // All of it: a small file needs no place in the bucket.
          if (block.length < BLOCK_BYTES) return { ok: true, source: memorySource(block) };
          head = block.slice(0, SNIFF_BYTES);
          if (!(await claim())) {
            await drain(chunks);
            return { ok: false, status: 429, text: TOO_MANY_OPEN, retryAfter: RETRY_AFTER };
          }
        }
        sources.push(await putBlock(sources.length, block));
      }
      if (!head) return { ok: true, source: memorySource(new Uint8Array(0)) };
      return { ok: true, source: storedSource(head, sources, BLOCKS_PER_PART) };
    },
    async clear() {
      if (!isClaimed) return;
      await removeStray(deps, stray);
      await deleteStrays(db, [stray.key]);
    },
  };
}
