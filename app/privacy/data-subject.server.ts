import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type AddressSpan, isOthersAddress } from "~/artists/former-addresses.server";
import { invitations, returningLinks, waitingList } from "~/entry/entry-tables.server";
import { mailAddresses, mailOutbox } from "~/mail/mail-tables.server";
import { addressKey, mailboxKey } from "~/mail/mailbox";
import { textListSql } from "~/platform/database.server";
import { drafts, submissions } from "~/submission/submission-tables.server";

/**
 * Whose data is meant. About an artist is what belongs to their account, and what was left under one of its
 * addresses while that was theirs, and belongs to no other account: whoever reads an address is sent what is
 * left under it.
 */
export interface DataSubject {
  /** Of the account. */
  artistId: string;
  /** All it has had, each confirmed, with its time. */
  addresses: readonly AddressSpan[];
  /** What came later is none of it: they came back. Left out, all there is. */
  until?: string;
}

/** The columns by which rows of a table lie under an address; `one` is such a row. */
interface AddressedRows {
  table: SQLiteTable;
  id: string;
  /** As the index has it. */
  email: SQL;
  /** What else holds of them. */
  and?: SQL;
}

/**
 * The ids of the rows that lie under an address of an account, and came while it was theirs. One list for all
 * addresses, since the parts of a statement are numbered.
 */
function idsUnderAddresses({ addresses, until }: DataSubject, rows: AddressedRows): SQL {
  const spans = addresses.map((span) => ({
    email: span.email,
    address: addressKey(span.email),
    mailbox: mailboxKey(span.email),
    after: span.after,
    until: until !== undefined && until < span.until ? until : span.until,
  }));
  return sql`SELECT one.${sql.identifier(rows.id)} FROM json_each(${JSON.stringify(spans)}) AS span
    JOIN ${rows.table} AS one ON ${rows.email}
    WHERE one.created_at > span.value ->> 'after' AND one.created_at <= span.value ->> 'until'
    ${rows.and ? sql`AND ${rows.and}` : sql``}`;
}

const asks = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`0`;

/** The submissions of an account. */
export function isTheirSubmission(whose: DataSubject): SQL {
  const { artistId, until } = whose;
  const ids = idsUnderAddresses(whose, {
    table: submissions,
    id: "id",
    email: sql`lower(one.email) = span.value ->> 'email'`,
    and: sql`one.artist_id IS NULL`,
  });
  const own = or(eq(submissions.artistId, artistId), sql`${submissions.id} IN (${ids})`);
  return asks(own, until === undefined ? undefined : lte(submissions.createdAt, until));
}

/**
 * The forms under way that were begun in the account, whatever was typed into them, and those of no
 * account that were begun under its addresses; each by their own index.
 */
export function isTheirDraft(whose: DataSubject): SQL {
  const { artistId, until } = whose;
  const own = sql`SELECT own.id FROM ${drafts} AS own WHERE own.artist_id = ${artistId}`;
  const namedDrafts = idsUnderAddresses(whose, {
    table: drafts,
    id: "id",
    email: sql`lower(one.answers ->> '$.artist.email') = span.value ->> 'email'
      AND one.submitted_at IS NULL AND one.expired_at IS NULL`,
    and: sql`one.artist_id IS NULL`,
  });
  return asks(
    sql`${drafts.id} IN (${own} UNION ALL ${namedDrafts})`,
    isNull(drafts.submittedAt),
    isNull(drafts.expiredAt),
    until === undefined ? undefined : lte(drafts.createdAt, until),
  );
}

/** The entries of the waiting list with its addresses. */
export function isTheirEntry(whose: DataSubject): SQL {
  const email = sql`one.email = span.value ->> 'email'`;
  const ids = idsUnderAddresses(whose, { table: waitingList, id: "id", email });
  return sql`${waitingList.id} IN (${ids})`;
}

/** The invitations to its addresses. */
export function isTheirInvitation(whose: DataSubject): SQL {
  const email = sql`lower(one.email) = span.value ->> 'email'`;
  const ids = idsUnderAddresses(whose, { table: invitations, id: "id", email });
  return sql`${invitations.id} IN (${ids})`;
}

/** The links that let it come back. */
export function isTheirLink(whose: DataSubject): SQL {
  const email = sql`one.email = span.value ->> 'email'`;
  const ids = idsUnderAddresses(whose, { table: returningLinks, id: "id", email });
  return sql`${returningLinks.id} IN (${ids})`;
}

/** The mails to the account, wherever they went, and to its addresses, however they were spelt. */
export function isTheirMail(whose: DataSubject): SQL {
  const { artistId, until } = whose;
  const own = sql`SELECT own.id FROM ${mailOutbox} AS own WHERE own.artist_id = ${artistId}`;
  const underAddresses = idsUnderAddresses(whose, {
    table: mailOutbox,
    id: "id",
    email: sql`one.mailbox = span.value ->> 'mailbox'`,
    and: sql`one.address = span.value ->> 'address' AND one.artist_id IS NULL`,
  });
  return asks(
    sql`${mailOutbox.id} IN (${own} UNION ALL ${underAddresses})`,
    ne(mailOutbox.recipient, ""),
    // The last mail tells of the end, and goes out after it.
    until === undefined
      ? undefined
      : and(lte(mailOutbox.createdAt, until), ne(mailOutbox.kind, "data-deleted")),
  );
}

/** What the readers of its addresses have told us, but for an address that is another account's now. */
export function isTheirMailAddress({ artistId, addresses }: DataSubject): SQL {
  const keys = addresses.map(({ email }) => addressKey(email));
  return asks(
    inArray(mailAddresses.address, textListSql(keys)),
    sql`NOT ${isOthersAddress(artistId, sql`${mailAddresses.address}`)}`,
  );
}

/** Statuses of a submission that we have not taken on. */
const NOT_TAKEN = ["pending", "rejected", "failed"];

/** Whether we have taken a submission on, now or once: then there is a release to answer for. */
export const isAcceptedSubmission: SQL = (() => {
  const open = sql`(SELECT value FROM json_each(${JSON.stringify(NOT_TAKEN)}))`;
  return sql`(${submissions.status} NOT IN ${open} OR EXISTS (
    SELECT 1 FROM json_each(${submissions.statusHistory}) AS word
    WHERE json_extract(word.value, '$.status') NOT IN ${open}))`;
})();
