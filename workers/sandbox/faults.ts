import * as v from "valibot";

/** How a call fails; each third party knows some of them. "none" ends a fault. */
const MODES = [
  ...["none", "http-500", "unauthorized", "rate-limit"],
  // The board, before any work is done; the last one breaks the connection.
  ...["complexity", "listed-complexity", "daily-limit", "no-reply"],
  // The board, after the work: with an error, without a reply in the client's time.
  ...["partial", "silent"],
  // The board or the drive, after the work.
  "lost-reply",
  // The drive; "short-308" keeps only the first 256 KiB of a chunk.
  ...["too-many", "no-permission", "storage-quota", "invalid-grant"],
  ...["session-gone", "session-410", "short-308", "keeps-nothing", "wrong-md5"],
  // Dropbox Sign.
  ...["payment-required", "nonsense", "no-url"],
  // Spotify, as if the catalogue were empty.
  "empty",
] as const;

/** The body of `POST /sandbox/PARTY/fail`. */
export const faultSchema = v.strictObject({
  mode: v.optional(v.picklist(MODES), "http-500"),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  /** The kind of call, such as "mutation", "CreateItem" or "chunk". */
  call: v.optional(v.string(), "any"),
  /** Only calls that are about this text fail: a search, or a place and draft of the site. */
  only: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
});
export type FaultMode = v.InferOutput<typeof faultSchema>["mode"];
export const partySchema = v.picklist(["monday", "drive", "dropbox-sign", "spotify", "site"]);
type Party = v.InferOutput<typeof partySchema>;

async function createTable(db: D1Database): Promise<void> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS faults (party TEXT, only_for TEXT, mode TEXT, times INTEGER,
       call TEXT, PRIMARY KEY (party, only_for))`,
    )
    .run();
}

/** Makes the next calls of a third party, or places of the site, fail; replaces an earlier fault. */
export async function setFault(
  db: D1Database,
  party: Party,
  fault: v.InferInput<typeof faultSchema>,
): Promise<void> {
  const { mode, times, call, only } = v.parse(faultSchema, fault);
  await createTable(db);
  await db
    .prepare("INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?, ?)")
    .bind(party, only, mode, times, call)
    .run();
}

/** Counts a call, by any of its names and what it is about; returns how it is to fail, or "none". */
export async function nextFault(
  db: D1Database,
  party: Party,
  { calls = [], about = "" }: { calls?: string[]; about?: string },
): Promise<FaultMode> {
  await createTable(db);
  const row = await db
    .prepare(
      `UPDATE faults SET times = times - 1 WHERE rowid = (
       SELECT rowid FROM faults WHERE party = ?1 AND times > 0 AND mode <> 'none'
       AND (call = 'any' OR call IN (SELECT value FROM json_each(?2)))
       AND (only_for = '' OR instr(?3, only_for) > 0)
       ORDER BY only_for DESC LIMIT 1) RETURNING mode`,
    )
    .bind(party, JSON.stringify(calls), about)
    .first();
  return row ? v.parse(v.object({ mode: v.picklist(MODES) }), row).mode : "none";
}
