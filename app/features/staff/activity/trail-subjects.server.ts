import type { AuditAction, AuditRow } from "~/domain/access/staff/audit.server";
import { filterSignedIds } from "~/domain/artists/agreement/requests.server";
import { existingMailIds } from "~/domain/mail/mail-store.server";
import type { Database } from "~/platform/database.server";

/** Subjects of audit entries that have a page of their own. */
type SubjectKind = "mail" | "agreement";

/** The audit log outlives mails and agreements, so its subject may be gone. */
interface TrailSubject {
  kind: SubjectKind;
  isKept: boolean;
}

const KINDS = new Map<string, SubjectKind>([
  ["test-mail-written", "mail"],
  ["mail-sent-again", "mail"],
  ["mail-let-go", "mail"],
  ["mails-allowed", "mail"],
  ["agreement-signed", "agreement"],
  ["agreement-filed", "agreement"],
] satisfies [AuditAction, SubjectKind][]);

type Row = Pick<AuditRow, "action" | "subject">;

/** Looks up for audit entries what each is about, and whether that still exists. */
export async function subjectsOf(
  db: Database,
  rows: readonly Row[],
): Promise<(row: Row) => TrailSubject | undefined> {
  const subjectIds = (kind: SubjectKind) =>
    rows.filter(({ action }) => KINDS.get(action) === kind).map(({ subject }) => subject);
  const [mail, agreement] = await Promise.all([
    existingMailIds(db, subjectIds("mail")),
    filterSignedIds(db, subjectIds("agreement")),
  ]);
  const existingIds = { mail, agreement };
  return ({ action, subject }) => {
    const kind = KINDS.get(action);
    return kind && { kind, isKept: existingIds[kind].has(subject) };
  };
}
