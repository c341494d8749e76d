import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { invitations, returningLinks, waitingList } from "~/domain/access/entry-tables.server";
import { type AddressSpan, isOthersAddress } from "~/domain/artists/former-addresses.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { addressKey, mailboxKey } from "~/domain/mail/mailbox";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { textListSql } from "~/platform/database.server";
import { statusesWith } from "~/reference/statuses";

/**
 * An artist whose data is exported or deleted. Theirs is what belongs to the account, and what
 * came under one of its addresses while the account had it, unless it belongs to another account.
 */
export interface DataSubject {
  artistId: string;
  /** All confirmed addresses, with their periods. */
  addresses: readonly AddressSpan[];
  /** Only data from before this time; undefined for all. */
  until?: string;
}

/** How rows of a table are found by address; `one` is the alias of a row. */
interface AddressedRows {
  table: SQLiteTable;
  id: string;
  /** As in the index. */
  email: SQL;
  condition?: SQL;
}

/**
 * Ids of rows that came under an address while the account had it. All addresses are bound as one
 * list, since statements have a limit of parameters.
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
    ${rows.condition ? sql`AND ${rows.condition}` : sql``}`;
}

const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`0`;

export function isTheirSubmission(subject: DataSubject): SQL {
  const { artistId, until } = subject;
  const ids = idsUnderAddresses(subject, {
    table: submissions,
    id: "id",
    email: sql`lower(one.email) = span.value ->> 'email'`,
    condition: sql`one.artist_id IS NULL`,
  });
  const isOwn = or(eq(submissions.artistId, artistId), sql`${submissions.id} IN (${ids})`);
  return allOf(isOwn, until === undefined ? undefined : lte(submissions.createdAt, until));
}

/**
 * Open drafts that belong to the account, and unowned ones under its addresses. A UNION, so that
 * each part uses its own index.
 */
export function isTheirDraft(subject: DataSubject): SQL {
  const { artistId, until } = subject;
  const accountDrafts = sql`SELECT own.id FROM ${drafts} AS own WHERE own.artist_id = ${artistId}`;
  const namedDrafts = idsUnderAddresses(subject, {
    table: drafts,
    id: "id",
    email: sql`lower(one.answers ->> '$.artist.email') = span.value ->> 'email'
      AND one.submitted_at IS NULL AND one.expired_at IS NULL`,
    condition: sql`one.artist_id IS NULL`,
  });
  return allOf(
    sql`${drafts.id} IN (${accountDrafts} UNION ALL ${namedDrafts})`,
    isNull(drafts.submittedAt),
    isNull(drafts.expiredAt),
    until === undefined ? undefined : lte(drafts.createdAt, until),
  );
}

export function isTheirEntry(subject: DataSubject): SQL {
  const email = sql`one.email = span.value ->> 'email'`;
  const ids = idsUnderAddresses(subject, { table: waitingList, id: "id", email });
  return sql`${waitingList.id} IN (${ids})`;
}

export function isTheirInvitation(subject: DataSubject): SQL {
  const email = sql`lower(one.email) = span.value ->> 'email'`;
  const ids = idsUnderAddresses(subject, { table: invitations, id: "id", email });
  return sql`${invitations.id} IN (${ids})`;
}

export function isTheirLink(subject: DataSubject): SQL {
  const email = sql`one.email = span.value ->> 'email'`;
  const ids = idsUnderAddresses(subject, { table: returningLinks, id: "id", email });
  return sql`${returningLinks.id} IN (${ids})`;
}

/** Mails to the account, and to any spelling of its addresses. */
export function isTheirMail(subject: DataSubject): SQL {
  const { artistId, until } = subject;
  const accountMails = sql`SELECT own.id FROM ${mailOutbox} AS own WHERE own.artist_id = ${artistId}`;
  const underAddresses = idsUnderAddresses(subject, {
    table: mailOutbox,
    id: "id",
    email: sql`one.mailbox = span.value ->> 'mailbox'`,
    condition: sql`one.address = span.value ->> 'address' AND one.artist_id IS NULL`,
  });
  return allOf(
    sql`${mailOutbox.id} IN (${accountMails} UNION ALL ${underAddresses})`,
    ne(mailOutbox.recipient, ""),
    // The mail that confirms the deletion is sent after it.
    until === undefined
      ? undefined
      : and(lte(mailOutbox.createdAt, until), ne(mailOutbox.kind, "data-deleted")),
  );
}

/** Mail preferences of its addresses, except one that another account has now. */
export function isTheirMailAddress({ artistId, addresses }: DataSubject): SQL {
  const keys = addresses.map(({ email }) => addressKey(email));
  return allOf(
    inArray(mailAddresses.address, textListSql(keys)),
    sql`NOT ${isOthersAddress(artistId, sql`${mailAddresses.address}`)}`,
  );
}

const NOT_ACCEPTED = statusesWith(({ outcome }) => outcome !== "yes");

/** Whether a submission is or was accepted: then its record must be kept. */
export const isAcceptedSubmission: SQL = (() => {
  const notAccepted = sql`(SELECT value FROM json_each(${JSON.stringify(NOT_ACCEPTED)}))`;
  return sql`(${submissions.status} NOT IN ${notAccepted} OR EXISTS (
    SELECT 1 FROM json_each(${submissions.statusHistory}) AS word
    WHERE json_extract(word.value, '$.status') NOT IN ${notAccepted}))`;
})();
