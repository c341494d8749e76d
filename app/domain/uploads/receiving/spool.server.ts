import { type SQL, sql } from "drizzle-orm";
import { SNIFF_BYTES } from "~/domain/media/sniff";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { PART_BYTES } from "../upload-plan";
import { TOO_MANY_OPEN } from "../upload-texts";
import type { StoredRange } from "./compose-part.server";
import { blocks, drain, type FileSource, memorySource, storedSource } from "./file-source.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { removeStray } from "./remove-strays.server";
import { deleteStrays, insertStray, type Stray } from "./stray-store.server";

/** How much of a file is in memory. */
const BLOCK_BYTES = 1024 * 1024;
const BLOCKS_PER_PART = PART_BYTES / BLOCK_BYTES;

/** The time limit of a request whose file waits for its fields. */
export const SPOOL_MS = 60 * 60_000;
/** After this time leftovers of a crash are removed. */
const CLEANUP_DELAY_MS = 2 * SPOOL_MS;

const RETRY_AFTER = 30;

/** Fair share of one network: alone a fifth of all places. */
const SHARE_DIVISOR = 3;

export type Spooled =
  | { ok: true; source: FileSource }
  | { ok: false; status: 429; text: string; retryAfter: number };

/** Temporary storage for a file whose purpose is not known yet. */
export interface Spool {
  /** Always reads a file to its end. @throws errors of the chunks or the backend. */
  add: (chunks: AsyncIterator<Uint8Array>) => Promise<Spooled>;
  /** Removes what was stored; to be called at every end. The sweep removes the rest. */
  clear: () => Promise<void>;
}

/**
 * A spool in the bucket. The spooled files and open uploads of a draft share its limit; all drafts
 * together have another, with a fair share for each network. The drafts are a table of another
 * room.
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
    const draftCount = sql`(SELECT count(*) FROM stray_objects WHERE stray_objects.draft_id = ${draftId})`;
    const totalCount = sql`(SELECT count(*) FROM stray_objects)`;
    const siteSql = (visitor: SQL) => sql`substr(${visitor}, 1, instr(${visitor}, '.'))`;
    const networkCount = sql`(SELECT count(*) FROM drafts AS mine
      JOIN stray_objects AS other JOIN drafts AS theirs ON theirs.id = other.draft_id
      WHERE mine.id = ${draftId} AND instr(mine.visitor, '.') > 0
      AND ${siteSql(sql`theirs.visitor`)} = ${siteSql(sql`mine.visitor`)})`;
    const hasShare = withinFairShareSql(networkCount, totalCount, spooled, SHARE_DIVISOR);
    const fits = sql`${openCount} + ${draftCount} < ${quota.open} AND ${hasShare}`;
    const due = new Date(startedAt.getTime() + CLEANUP_DELAY_MS);
    isClaimed = (await insertStray(db, stray, { due, now: startedAt }, fits)).length > 0;
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
          // A small file stays in memory.
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
