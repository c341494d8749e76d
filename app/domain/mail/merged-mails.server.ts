import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { INITIAL_STATUS } from "~/reference/statuses";
import { mailOutbox } from "./mail-tables.server";

export const DROPPED_TEXT =
  "It wasn't needed: a later email has the latest status, or the artist already knew this one.";

const IS_LEFT = sql.raw("('sending', 'sent', 'unconfirmed')");
/** Of a mail: its key up to the status, see `statusMailKey`. */
const statusKeyOf = (mail: SQL) =>
  sql`substr(${mail}.dedupe_key, 1, instr(${mail}.dedupe_key, ':change '))`;

const hasLater = sql`EXISTS (SELECT 1 FROM mail_outbox AS later
  WHERE later.submission_id = mail_outbox.submission_id AND later.kind = 'status-change'
  AND later.rowid > mail_outbox.rowid)`;

/** The status that the artist was told of last; empty where that is not sure. */
const lastTold = sql`coalesce((SELECT iif(told.state = 'sent', ${statusKeyOf(sql`told`)}, '')
    FROM mail_outbox AS told WHERE told.submission_id = mail_outbox.submission_id
    AND told.kind = 'status-change' AND told.state IN ${IS_LEFT} ORDER BY told.rowid DESC LIMIT 1),
  'status:' || mail_outbox.submission_id || ${`:${INITIAL_STATUS}:`})`;

const lastReason = sql`coalesce(
  (SELECT status_history ->> '$[#-1].reason' FROM submissions WHERE id = mail_outbox.submission_id),
  (SELECT status_history ->> '$[#-1].reason' FROM waiting_list WHERE id = mail_outbox.submission_id), '')`;

/**
 * The condition that a mail of the outbox about a status is not needed: a later one is there, or it
 * brings nothing new. One with words of staff always does, and its link replaces an earlier one.
 */
export const isNotNeeded: SQL = sql`(mail_outbox.kind = 'status-change' AND (${hasLater}
  OR (${lastReason} = '' AND ${statusKeyOf(sql`mail_outbox`)} = ${lastTold})))`;

/** The statement that lets the last mail about a status go out after all, once a later one was removed. */
export const restoreDropped = (db: Database, submissionId: string, condition: SQL) =>
  db
    .update(mailOutbox)
    .set({ state: "waiting", lastError: null })
    .where(
      and(
        eq(mailOutbox.state, "dropped"),
        sql`rowid = (SELECT max(last.rowid) FROM mail_outbox AS last
          WHERE last.submission_id = ${submissionId} AND last.kind = 'status-change')`,
        condition,
      ),
    );
