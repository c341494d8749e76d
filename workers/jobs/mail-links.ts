import { sql } from "drizzle-orm";
import {
  activeLinksQuery,
  claimTokens,
  countWritten,
  nextTokens,
} from "~/domain/access/link-mailings.server";
import { linkUrl } from "~/domain/access/link-token";
import { isLinkActiveSql } from "~/domain/access/make-links.server";
import { returningLinkMail } from "~/domain/mail/artist-links";
import { mailStatements } from "~/domain/mail/outbox.server";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";
import { type MailDeps, mailDeps } from "./mail-deps";

const SECRET_CHANGED =
  "SIGNING_SECRET has changed since this list was made, so we no longer know its links. Deactivate the links that had no mail, and make new ones.";

/**
 * Queues the mails of a list of links, some at a time, each round in one batch with the list's
 * progress. A link gets one mail, however often this runs and however many lists name it; one that
 * was deactivated meanwhile gets none.
 */
export function mailLinks(deps: MailDeps & { site: string }): JobHandler<JobSubject<"mail-links">> {
  const { db, ids, brand, rules, site, now, log, sendJobs } = deps;
  return {
    async run({ subject: id }) {
      const batch = await nextTokens(db, id, rules.secret);
      if (!batch) return { kind: "done", reason: "nothing-left" };
      if (batch === "sealed")
        return { kind: "failed", reason: "other-secret", detail: SECRET_CHANGED };
      const { done, total, tokens } = batch;
      const startedAt = now();
      const byHash = new Map<string, string>();
      for (const token of tokens) byHash.set(await sha256Hex(token), token);
      const { statement, isClaimed } = claimTokens(db, id, {
        done,
        count: tokens.length,
        claim: ids.next(startedAt),
      });
      const links = await activeLinksQuery(db, [...byHash.keys()], startedAt);
      const mails = await Promise.all(
        links.map(({ id: linkId, tokenHash, artistName, email: recipient, expiresAt }) => {
          const url = linkUrl(site, "returning", byHash.get(tokenHash) ?? "");
          const mailFields = { recipient, artistName, tokenHash, until: longDate(expiresAt) };
          const when = sql`${isClaimed} AND ${isLinkActiveSql("returning", linkId)}`;
          return mailStatements(db, returningLinkMail({ ...mailFields, url }, brand), rules, {
            now: startedAt,
            ids,
            when,
          });
        }),
      );
      const mailIds = JSON.stringify(mails.map(({ mailId }) => mailId));
      const mailCount = sql`(SELECT count(*) FROM mail_outbox WHERE state <> 'stopped'
        AND id IN (SELECT value FROM json_each(${mailIds})))`;
      await db.batch([
        statement,
        ...mails.flatMap(({ statements }) => statements),
        countWritten(db, id, mailCount, isClaimed),
      ]);
      const queuedJobs = await db.all<{ id: string; subject: string }>(
        sql`SELECT id, subject FROM jobs WHERE id IN
          (SELECT value FROM json_each(${JSON.stringify(mails.map(({ jobId }) => jobId))}))`,
      );
      for (const { subject: mailId } of queuedJobs) log("info", "mail.queued", { mailId });
      if (queuedJobs.length > 0) await sendJobs(queuedJobs.map((job) => job.id));
      return done + tokens.length < total
        ? { kind: "again", reason: "more-to-mail" }
        : { kind: "done" };
    },
  };
}

export const mailLinksJob: JobKind<"mail-links"> = {
  type: "mail-links",
  heavy: false,
  run: (topic, services) => mailLinks({ ...mailDeps(services), site: services.site }).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
