import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Mail, MailKind } from "./mail";
import { addressKey, mailboxKey } from "./mailbox";

/** The kinds that tell an artist of a submission of theirs. */
const OF_SUBMISSIONS: readonly MailKind[] = ["confirmation", "status-change", "split-dispute"];

/** What staff read in place of an address where letters go to nobody any more. */
const NOBODY = "nobody: their data was deleted";

const rowsSchema = v.array(
  v.object({ id: v.string(), email: v.string(), deletedAt: v.nullable(v.string()) }),
);

/**
 * Of submissions that belong to an account its address, by their ids: null where it was deleted. The
 * tables are those of rooms above this one.
 */
async function accountAddresses(
  db: Database,
  submissionIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.all(sql`SELECT sent.id, owner.email, owner.deleted_at AS deletedAt
    FROM submissions AS sent JOIN artists AS owner ON owner.id = sent.artist_id
    WHERE sent.id IN (SELECT value FROM json_each(${JSON.stringify(submissionIds)}))`);
  return new Map(
    v
      .parse(rowsSchema, rows)
      .map(({ id, email, deletedAt }) => [id, deletedAt === null ? email : null]),
  );
}

/**
 * Where letters to the artists of submissions go, as a page shows it: to the account that each belongs
 * to, else to the address that was typed.
 */
export async function recipientAddresses(
  db: Database,
  submissions: readonly { id: string; email: string }[],
): Promise<(submission: { id: string; email: string }) => string> {
  const addressesById = await accountAddresses(
    db,
    submissions.map(({ id }) => id),
  );
  return ({ id, email }) => {
    const address = addressesById.get(id);
    return address === null ? NOBODY : (address ?? email);
  };
}

/**
 * The account that an address is of at this moment, as an expression; the table is that of a room above this
 * one. A mail belongs to it from then on, whoever has the address later.
 */
export function accountOf({ address, recipient }: { address: SQL; recipient: SQL }): SQL {
  return sql`(SELECT owner.id FROM artists AS owner
    WHERE owner.email IN (${address}, lower(${recipient})) AND owner.deleted_at IS NULL LIMIT 1)`;
}

/** Whom a mail goes to: as it was looked up, and as the statement that writes it has it. */
interface Destination {
  address: string;
  mailbox: string;
  /**
   * A row with `recipient`, `address` and `mailbox`, called `goes`; none where there is nobody to
   * write to. An account's address counts as it stands when the mail is written.
   */
  from: SQL;
}

/**
 * Whom a mail goes to. One that tells an artist of their submission goes to the account that it belongs
 * to, at the address that was confirmed last, and to nobody where that was deleted; every other goes
 * where it says itself.
 */
export async function resolveRecipient(db: Database, mail: Mail): Promise<Destination> {
  const { kind, submissionId, recipient: typedAddress } = mail;
  const about = OF_SUBMISSIONS.includes(kind) ? submissionId : undefined;
  const currentAddress =
    (about && (await accountAddresses(db, [about])).get(about)) || typedAddress;
  const [address, mailbox] = [addressKey(currentAddress), mailboxKey(currentAddress)];
  if (about === undefined) {
    const from = sql`(SELECT ${typedAddress} AS recipient, ${address} AS address, ${mailbox} AS mailbox) AS goes`;
    return { address, mailbox, from };
  }
  const from = sql`(SELECT recipient,
      CASE recipient WHEN ${currentAddress} THEN ${address} ELSE recipient END AS address,
      CASE recipient WHEN ${currentAddress} THEN ${mailbox} ELSE recipient END AS mailbox
    FROM (SELECT coalesce(owner.email, ${typedAddress}) AS recipient FROM (SELECT 1)
      LEFT JOIN submissions AS sent ON sent.id = ${about}
      LEFT JOIN artists AS owner ON owner.id = sent.artist_id
      WHERE owner.deleted_at IS NULL)) AS goes`;
  return { address, mailbox, from };
}
