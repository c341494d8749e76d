import { sql } from "drizzle-orm";
import { type AuditEntryDeps, auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { detailsRequestMail, type WantedDetails } from "~/domain/mail/details-request";
import type { Brand } from "~/domain/mail/mail";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { type MailRules, mailStatements } from "~/domain/mail/outbox.server";
import { deliveryDay } from "~/domain/submission/music/release-dates";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { isoDate, longDate } from "~/platform/formats/dates";
import type { Ids } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { MAX_NOTE } from "../decision";
import { releaseModel } from "../package/release-model";
import { wantedText } from "./make-sheet";

const DAY = 86_400_000;

/** The time since which an equal question is not asked again. */
export const askedSince = (now: Date): string => new Date(now.getTime() - DAY).toISOString();

interface RequestDeps extends Omit<AuditEntryDeps, "ids"> {
  ids: Ids;
  site: string;
  mail: { brand: Brand; rules: MailRules };
}

/**
 * Asks the artist for details by mail and in the note on their page, in one batch with the trail. An equal
 * question of the last day, or one of a release whose status has changed, is not asked: the statement decides.
 * @returns the job that sends the mail and the mail's state; undefined where nothing was asked.
 */
export async function requestDetails(
  deps: RequestDeps,
  { release, wanted }: { release: Submission; wanted: WantedDetails },
  by: Staff,
): Promise<{ jobId: string; state: string } | undefined> {
  const { db, clock, ids, site, mail } = deps;
  const { id, form, status, reference, email } = release;
  const now = clock();
  const detail = wantedText(wanted);
  const delivery = deliveryDay(releaseModel(release, []).releaseDate, mail.brand.deliveryWeeks);
  const letter = detailsRequestMail(
    {
      ...{ ...wanted, submissionId: id, reference, recipient: email, site },
      ...{ name: form.firstName || form.artistName, release: form.releaseTitle },
      at: now.toISOString(),
      until: delivery && delivery > isoDate(now) ? longDate(delivery) : undefined,
    },
    mail.brand,
  );
  const when = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE id = ${id} AND status = ${status})
    AND NOT EXISTS (SELECT 1 FROM ${audit} WHERE subject = ${id} AND action = 'details-asked'
      AND detail = ${detail} AND created_at > ${askedSince(now)})`;
  const { mailId, jobId, statements } = await mailStatements(db, letter, mail.rules, {
    ...{ now, ids, when },
  });
  const isAsked = sql`EXISTS (SELECT 1 FROM ${mailOutbox} WHERE id = ${mailId})`;
  const note = sql`coalesce(${submissions.artistNote}, '')`;
  const [[row]] = await db.batch([
    ...statements,
    db
      .update(submissions)
      .set({
        artistNote: sql`ltrim(${note} || ${`\n\n${detail}`}, char(10))`,
        artistNoteAt: now.toISOString(),
      })
      .where(
        sql`id = ${id} AND ${isAsked} AND instr(${note}, ${detail}) = 0
          AND length(${note}) + ${detail.length + 2} <= ${MAX_NOTE}`,
      ),
    auditEntryOf(deps, by, { action: "details-asked", subject: id, detail, at: now })(isAsked),
  ]);
  return row && { jobId, state: row.state };
}
