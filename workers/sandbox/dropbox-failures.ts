import * as v from "valibot";
import { dropboxError } from "./dropbox-objects";

/** The body of `POST /sandbox/dropbox-sign/fail`: how to fail, how many calls, and of which kind. */
export const dropboxFailureSchema = v.strictObject({
  mode: v.picklist(["none", "402", "429", "500", "nonsense", "no-url"]),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  call: v.optional(v.picklist(["any", "create", "read", "sign-url", "file", "cancel"]), "any"),
});
type DropboxFailure = v.InferOutput<typeof dropboxFailureSchema>;

/** Makes the next calls fail; replaces an earlier setting. */
export async function setDropboxFailure(db: D1Database, failure: DropboxFailure): Promise<void> {
  await db
    .prepare("INSERT OR REPLACE INTO dropbox_failures (id, mode, times, call) VALUES (1, ?, ?, ?)")
    .bind(failure.mode, failure.times, failure.call)
    .run();
}

/** Counts a call; returns its reply where it is to fail, else undefined. */
export async function nextDropboxFailure(
  db: D1Database,
  call: DropboxFailure["call"],
): Promise<Response | undefined> {
  const row = await db
    .prepare(
      `UPDATE dropbox_failures SET times = times - 1
       WHERE times > 0 AND mode <> 'none' AND call IN ('any', ?) RETURNING mode`,
    )
    .bind(call)
    .first();
  if (!row) return undefined;
  const { mode } = v.parse(v.object({ mode: dropboxFailureSchema.entries.mode }), row);
  switch (mode) {
    case "402":
      return dropboxError(402, "payment_required", "There are no signature requests left.");
    case "429":
      return dropboxError(429, "exceeded_rate", "Rate limit exceeded.");
    case "500":
      return new Response("<h1>Internal error</h1>", { status: 500 });
    case "nonsense":
      return new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });
    case "no-url":
      return Response.json({ embedded: {} });
    default:
      return undefined;
  }
}
