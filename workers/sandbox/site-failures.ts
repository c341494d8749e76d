import * as v from "valibot";

const at = v.picklist(["check", "record", "join", "upload-start", "upload-finish"]);

/** The body of `POST /sandbox/site/fail`: where the site is to fail, for which draft, how often. */
export const siteFailureSchema = v.strictObject({
  at,
  /** Without one the next draft of anybody fails. */
  draftId: v.optional(v.pipe(v.string(), v.maxLength(64)), ""),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
});
type SiteFailure = v.InferOutput<typeof siteFailureSchema>;

/** What the site sends to `POST /sandbox/site/ask`. */
export const siteAskSchema = v.strictObject({ at, draftId: v.string() });

async function createTable(db: D1Database): Promise<void> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS site_failures (
       at TEXT NOT NULL, draft_id TEXT NOT NULL, times INTEGER NOT NULL,
       PRIMARY KEY (at, draft_id))`,
    )
    .run();
}

/** Makes the site fail; replaces an earlier setting for the same point and draft. */
export async function setSiteFailure(db: D1Database, failure: SiteFailure): Promise<void> {
  await createTable(db);
  await db
    .prepare("INSERT OR REPLACE INTO site_failures (at, draft_id, times) VALUES (?, ?, ?)")
    .bind(failure.at, failure.draftId, failure.times)
    .run();
}

/** Counts a call; returns whether the site is to fail at this point for this draft. */
export async function nextSiteFailure(
  db: D1Database,
  { at, draftId }: v.InferOutput<typeof siteAskSchema>,
): Promise<boolean> {
  await createTable(db);
  // The draft's own failure comes before one for any draft.
  const row = await db
    .prepare(
      `UPDATE site_failures SET times = times - 1 WHERE rowid = (
       SELECT rowid FROM site_failures WHERE times > 0 AND at = ? AND draft_id IN ('', ?)
       ORDER BY draft_id DESC LIMIT 1) RETURNING at`,
    )
    .bind(at, draftId)
    .first();
  return row !== null;
}
