import { and, eq, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { invitations, returningLinks, waitingList } from "~/entry/entry-tables.server";
import { mailOutbox } from "~/mail/mail-tables.server";
import { addressKey, mailboxKey } from "~/mail/mailbox";
import { drafts, submissions } from "~/submission/submission-tables.server";

/**
 * Whose data is meant. About an artist is what belongs to their account, and what was left under its
 * address and belongs to no other account: whoever reads an address is sent what is left under it.
 */
export interface DataSubject {
  /** Of the account. */
  artistId: string;
  /** In lower case, and confirmed. */
  email: string;
  /** What came later is none of it: they came back. Left out, all there is. */
  until?: string;
}

const asks = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`0`;

/** The submissions of an account. */
export function isTheirSubmission({ artistId, email, until }: DataSubject): SQL {
  const byEmail = and(isNull(submissions.artistId), sql`lower(${submissions.email}) = ${email}`);
  const own = or(eq(submissions.artistId, artistId), byEmail);
  return asks(own, until === undefined ? undefined : lte(submissions.createdAt, until));
}

/**
 * The forms under way that were begun in the account, whatever was typed into them, and those of no
 * account that were begun under its address; each by their own index.
 */
export function isTheirDraft({ artistId, email, until }: DataSubject): SQL {
  const own = sql`SELECT own.id FROM ${drafts} AS own WHERE own.artist_id = ${artistId}`;
  const namedDrafts = sql`SELECT named.id FROM ${drafts} AS named WHERE named.artist_id IS NULL
    AND lower(named.answers ->> '$.artist.email') = ${email}
    AND named.submitted_at IS NULL AND named.expired_at IS NULL`;
  return asks(
    sql`${drafts.id} IN (${own} UNION ALL ${namedDrafts})`,
    isNull(drafts.submittedAt),
    isNull(drafts.expiredAt),
    until === undefined ? undefined : lte(drafts.createdAt, until),
  );
}

/** The entries of the waiting list with its address. */
export function isTheirEntry({ email, until }: DataSubject): SQL {
  const before = until === undefined ? undefined : lte(waitingList.createdAt, until);
  return asks(eq(waitingList.email, email), before);
}

/** The invitations to its address. */
export function isTheirInvitation({ email, until }: DataSubject): SQL {
  const before = until === undefined ? undefined : lte(invitations.createdAt, until);
  return asks(sql`lower(${invitations.email}) = ${email}`, before);
}

/** The links that let it come back. */
export function isTheirLink({ email, until }: DataSubject): SQL {
  const before = until === undefined ? undefined : lte(returningLinks.createdAt, until);
  return asks(eq(returningLinks.email, email), before);
}

/** The mails to its address, however it was spelt. */
export function isTheirMail({ email, until }: DataSubject): SQL {
  return asks(
    eq(mailOutbox.mailbox, mailboxKey(email)),
    eq(mailOutbox.address, addressKey(email)),
    ne(mailOutbox.recipient, ""),
    // The last mail tells of the end, and goes out after it.
    until === undefined
      ? undefined
      : and(lte(mailOutbox.createdAt, until), ne(mailOutbox.kind, "data-deleted")),
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
