import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Mail } from "./mail";
import { mailTraits } from "./mail-kinds";
import { addressKey, mailboxKey } from "./mailbox";

const DELETED_RECIPIENT = "nobody: their data was deleted";

const rowsSchema = v.array(
  v.object({ id: v.string(), email: v.string(), deletedAt: v.nullable(v.string()) }),
);

/**
 * Account addresses of submissions, by submission id; null if the account was deleted. Uses tables
 * of a higher layer.
 */
async function accountAddresses(db: Database, submissionIds: readonly string[]) {
  const rows = await db.all(sql`SELECT sent.id, owner.email, owner.deleted_at AS deletedAt
    FROM submissions AS sent JOIN artists AS owner ON owner.id = sent.artist_id
    WHERE sent.id IN (SELECT value FROM json_each(${JSON.stringify(submissionIds)}))`);
  return new Map(
    v
      .parse(rowsSchema, rows)
      .map(({ id, email, deletedAt }) => [id, deletedAt === null ? email : null]),
  );
}

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
    return address === null ? DELETED_RECIPIENT : (address ?? email);
  };
}

/**
 * The account that currently has an address, as an expression. The mail keeps it, whoever has the
 * address later. Uses tables of a higher layer.
 */
export function accountOf({ address, recipient }: { address: SQL; recipient: SQL }): SQL {
  return sql`(SELECT owner.id FROM artists AS owner
    WHERE owner.email IN (${address}, lower(${recipient})) AND owner.deleted_at IS NULL LIMIT 1)`;
}

interface Destination {
  address: string;
  /**
   * A subquery `goes` with recipient, address and mailbox; empty if there is no recipient. Reads
   * the account's address when the mail is inserted.
   */
  from: SQL;
}

/**
 * The recipient of a mail. Mails about a submission go to the current address of its account, or
 * to nobody if that was deleted; all others to their own recipient.
 */
export async function resolveRecipient(db: Database, mail: Mail): Promise<Destination> {
  const { kind, submissionId, recipient: typedAddress } = mail;
  const linkedSubmissionId = mailTraits(kind).isToOwner ? submissionId : undefined;
  const currentAddress =
    (linkedSubmissionId &&
      (await accountAddresses(db, [linkedSubmissionId])).get(linkedSubmissionId)) ||
    typedAddress;
  const [address, mailbox] = [addressKey(currentAddress), mailboxKey(currentAddress)];
  if (linkedSubmissionId === undefined) {
    const from = sql`(SELECT ${typedAddress} AS recipient, ${address} AS address, ${mailbox} AS mailbox) AS goes`;
    return { address, from };
  }
  const from = sql`(SELECT recipient,
      CASE recipient WHEN ${currentAddress} THEN ${address} ELSE recipient END AS address,
      CASE recipient WHEN ${currentAddress} THEN ${mailbox} ELSE recipient END AS mailbox
    FROM (SELECT coalesce(owner.email, ${typedAddress}) AS recipient FROM (SELECT 1)
      LEFT JOIN submissions AS sent ON sent.id = ${linkedSubmissionId}
      LEFT JOIN artists AS owner ON owner.id = sent.artist_id
      WHERE owner.deleted_at IS NULL)) AS goes`;
  return { address, from };
}
