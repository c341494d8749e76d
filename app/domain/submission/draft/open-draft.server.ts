import { eq, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { type ClientNetworks, networksKey } from "~/platform/rate/client-network";
import type { Answers } from "../steps/answers";
import { drafts } from "../submission-tables.server";
import type { Draft } from "./draft";
import {
  type DraftLimits,
  hasDraftCapacitySql,
  isFull,
  underDailyDraftLimitSql,
} from "./draft-capacity.server";
import { DRAFT_DAYS } from "./draft-days";
import { parseDraftRow } from "./draft-store.server";
import type { DraftPrefill } from "./prefill";

export interface DraftOwner {
  artistId: string;
  prefill?: DraftPrefill | undefined;
}

export interface DraftBeginning {
  entry: "invited" | "returning";
  linkId: string;
  answers: Answers;
  prefill?: DraftPrefill | undefined;
}

/**
 * Opens an empty draft, or one filled by `beginning`, as long as the limits allow: the statement
 * that writes it decides. `key` is a secret of which only the hash is stored.
 * @param draft `place` is the network of its visitor; without it nothing is counted for one.
 * @returns the draft, also where the same key opened it before; "full" where no more are opened,
 * "visitor" where none from that place are.
 */
export async function openDraft(
  db: Database,
  draft: {
    id: string;
    key: string;
    place?: ClientNetworks | undefined;
    now: Date;
    beginning?: DraftBeginning;
    owner?: DraftOwner;
  },
  { open, perDay }: DraftLimits,
): Promise<Draft | "visitor" | "full"> {
  const { id, key, place, now, beginning, owner } = draft;
  const prefill = beginning?.prefill ?? owner?.prefill;
  const timestamp = now.toISOString();
  const row: typeof drafts.$inferInsert = {
    id,
    keyHash: await sha256Hex(key),
    visitor: place ? networksKey(place) : null,
    entry: beginning?.entry ?? "open",
    linkId: beginning?.linkId ?? null,
    artistId: owner?.artistId ?? null,
    prefill: prefill ? JSON.stringify(prefill) : null,
    answers: JSON.stringify(beginning?.answers ?? {}),
    completedSteps: "[]",
    expiresAt: addDays(now, DRAFT_DAYS).toISOString(),
    formStartedAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(drafts, row);
  const insertedRows = await db
    .insert(drafts)
    .select(
      sql`SELECT ${values} WHERE ${hasDraftCapacitySql({ place, now }, open)} AND ${underDailyDraftLimitSql({ place, now }, perDay)}`,
    )
    .onConflictDoNothing()
    .returning();
  if (insertedRows[0]) return parseDraftRow(insertedRows[0]);
  const [existingRow] = await db.select().from(drafts).where(eq(drafts.keyHash, row.keyHash));
  if (existingRow) return parseDraftRow(existingRow);
  return (await isFull(db, open, now)) ? "full" : "visitor";
}
