import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** What is kept that tells where an account's mails went, and when. */
const evidence = sql.join(
  [
    // Where its codes went.
    sql`SELECT account.id AS artist_id, lower(mail.recipient) AS email, mail.created_at AS seen_at FROM wanted
    CROSS JOIN artists AS account ON account.id = wanted.id
    CROSS JOIN mail_outbox AS mail ON mail.dedupe_key > 'account:' || account.id || ':' AND mail.dedupe_key < 'account:' || account.id || ';'
    WHERE mail.kind = 'account' AND mail.recipient <> ''`,
    // Where its links went.
    sql`SELECT link.artist_id, link.email, link.created_at FROM wanted
    CROSS JOIN artist_links AS link ON link.artist_id = wanted.id WHERE link.kind = 'sign-in'`,
    // Where notices of a change went.
    sql`SELECT link.artist_id, lower(mail.recipient), mail.created_at FROM wanted
    CROSS JOIN artist_links AS link ON link.artist_id = wanted.id
    CROSS JOIN mail_outbox AS mail ON mail.dedupe_key = 'email-changed:' || link.token_hash
    WHERE mail.kind = 'email-changed' AND mail.recipient <> ''`,
    // Where letters about its submissions went, other than to the address that was typed.
    sql`SELECT sent.artist_id, lower(mail.recipient), mail.created_at FROM wanted
    CROSS JOIN submissions AS sent ON sent.artist_id = wanted.id
    CROSS JOIN mail_outbox AS mail ON mail.submission_id = sent.id
    WHERE mail.kind IN ('confirmation', 'status-change', 'split-dispute') AND mail.recipient <> ''
      AND lower(mail.recipient) <> lower(sent.email)`,
    // Under which address a submission of nobody was taken into it.
    sql`SELECT sent.artist_id, lower(sent.email), sent.created_at FROM wanted
    CROSS JOIN submissions AS sent ON sent.artist_id = wanted.id
    CROSS JOIN drafts AS draft ON draft.id = sent.draft_id
    WHERE draft.artist_id IS NULL AND sent.email <> ''`,
  ],
  sql` UNION ALL `,
);

/**
 * Addresses that accounts had before 0036 remembered them. The notice of the change tells until when;
 * without one, an address that another account has ended with the last that is known of it.
 */
export const formerAddresses: Backfill = {
  name: "former-addresses",
  table: "artists",
  key: "id",
  statements: (slice, since) => [
    sql`WITH wanted AS (SELECT id FROM (${slice})), found AS MATERIALIZED (SELECT artist_id, email, max(seen_at) AS last_seen_at
        FROM (${evidence}) WHERE seen_at <= ${since} GROUP BY artist_id, email)
      INSERT OR IGNORE INTO former_addresses (artist_id, email, until)
      SELECT found.artist_id, found.email, coalesce(
        (SELECT max(notice.created_at) FROM mail_outbox AS notice
          WHERE notice.dedupe_key > 'email-changed:' AND notice.dedupe_key < 'email-changed;' AND lower(notice.recipient) = found.email),
        iif(EXISTS (SELECT 1 FROM artists AS other WHERE other.email = found.email AND other.deleted_at IS NULL), found.last_seen_at, ${since}))
      FROM found CROSS JOIN artists AS account ON account.id = found.artist_id
      WHERE account.deleted_at IS NULL AND account.email <> found.email
        AND NOT EXISTS (SELECT 1 FROM former_addresses AS known WHERE known.artist_id = found.artist_id AND known.email = found.email)`,
  ],
};

/** Whose address it was when a mail was written: its occasion tells, else the address at that time. */
export const mailArtists: Backfill = {
  name: "mail-artists",
  table: "mail_outbox",
  key: "id",
  after: formerAddresses.name,
  statements: (slice, since) => [
    sql`UPDATE mail_outbox SET artist_id = coalesce(
      CASE kind
        WHEN 'account' THEN (SELECT id FROM artists WHERE id = substr(dedupe_key, 9, instr(substr(dedupe_key, 9), ':') - 1))
        WHEN 'deletion-asked' THEN (SELECT artist_id FROM data_requests WHERE id = substr(dedupe_key, 16))
        WHEN 'email-changed' THEN (SELECT artist_id FROM artist_links WHERE token_hash = substr(dedupe_key, instr(dedupe_key, ':') + 1))
      END,
      (SELECT former.artist_id FROM former_addresses AS former
        WHERE former.email = mail_outbox.address AND former.until >= mail_outbox.created_at ORDER BY former.until LIMIT 1),
      (SELECT id FROM artists WHERE artists.email = mail_outbox.address AND artists.deleted_at IS NULL))
    WHERE id IN (${slice}) AND artist_id IS NULL AND recipient <> '' AND created_at <= ${since}`,
  ],
};
