import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import {
  type AuditAction,
  type AuditRow,
  auditActions,
  readAuditLog,
} from "~/domain/access/staff/audit.server";
import { filterSignedIds } from "~/domain/artists/agreement/requests.server";
import { existingMailIds } from "~/domain/mail/mail-store.server";
import { incidentTitle } from "~/domain/review/incident-title";
import { integrationTitle } from "~/domain/review/integrations";
import { type NamedSubject, namedSubjects } from "~/domain/review/named-subjects.server";
import { itemName } from "~/domain/review/review-item";
import { findIncidents } from "~/observability/health/incident-store.server";
import type { Database } from "~/platform/database.server";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";

const MAX_NAME_LENGTH = 100;

const MAX_SUBJECT_LENGTH = 64;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const person = searchParams.get("person")?.trim().slice(0, MAX_NAME_LENGTH) ?? "";
  const result = v.safeParse(v.picklist(auditActions), searchParams.get("action"));
  const action = result.success ? result.output : undefined;
  const subject = searchParams.get("subject")?.trim().slice(0, MAX_SUBJECT_LENGTH) || undefined;
  const before = searchParams.get("before") ?? undefined;
  const filter = { person, action, subject, before };
  const { rows, hasMore } = await readAuditLog(context.db, filter);
  const subjectOf = await subjectsOf(context.db, rows);
  const [latest] = rows;
  return {
    subjectName: subject && latest && subjectOf(latest)?.name,
    person,
    action,
    subject,
    actions: auditActions,
    last: hasMore ? lastOf(rows)?.id : undefined,
    entries: rows.map((row) => ({ ...row, page: subjectOf(row) })),
  };
}

/** What an audit entry is about, where that has a page of its own. */
type SubjectKind = "email" | "agreement" | "entry" | "link" | "account" | "connection" | "incident";

/** The audit log outlives its subjects: one that was deleted has no name and no page. */
interface TrailSubject {
  kind: SubjectKind;
  /** The artist and the title of an entry, the artist of a link or an account, a title. */
  name: string;
  path: string | undefined;
}

const KINDS = new Map<string, SubjectKind>([
  ["test-mail-written", "email"],
  ["mail-sent-again", "email"],
  ["mail-let-go", "email"],
  ["mails-allowed", "email"],
  ["agreement-signed", "agreement"],
  ["agreement-filed", "agreement"],
  ["status-set", "entry"],
  ["item-taken", "entry"],
  ["item-given-back", "entry"],
  ["note-written", "entry"],
  ["artist-note-written", "entry"],
  ["store-links-set", "entry"],
  ["release-published", "entry"],
  ["release-unpublished", "entry"],
  ["agreement-on-paper", "entry"],
  ["package-downloaded", "entry"],
  ["sheet-made", "entry"],
  ["details-asked", "entry"],
  ["message-downloaded", "entry"],
  ["delivery-asked", "entry"],
  ["listening-link-made", "entry"],
  ["listening-link-ended", "entry"],
  ["clips-cut-again", "entry"],
  ["track-measured", "entry"],
  ["invitation-made", "link"],
  ["returning-link-made", "link"],
  ["link-mailed", "link"],
  ["link-deactivated", "link"],
  ["account-made", "account"],
  ["account-code-changed", "account"],
  ["artist-published", "account"],
  ["artist-unpublished", "account"],
  ["connection-tested", "connection"],
  ["drive-written-to", "connection"],
  ["alert-silenced", "incident"],
  ["alert-heard-again", "incident"],
] satisfies [AuditAction, SubjectKind][]);

const PATHS: Readonly<Record<NamedSubject["kind"], (key: string) => string>> = {
  entry: (id) => `/staff/submissions/${id}`,
  link: (email) => `/staff/links?q=${encodeURIComponent(email)}`,
  account: (artistId) => `/staff/artists?q=${encodeURIComponent(artistId)}`,
};

type Row = Pick<AuditRow, "action" | "subject">;

/** Looks up for audit entries what each is about, and whether that still exists. */
async function subjectsOf(
  db: Database,
  rows: readonly Row[],
): Promise<(row: Row) => TrailSubject | undefined> {
  const subjectIds = (kind: SubjectKind) =>
    rows.filter(({ action }) => KINDS.get(action) === kind).map(({ subject }) => subject);
  const [mails, agreements, incidents, named] = await Promise.all([
    existingMailIds(db, subjectIds("email")),
    filterSignedIds(db, subjectIds("agreement")),
    findIncidents(db, subjectIds("incident")),
    namedSubjects(db, [...new Set(rows.map(({ subject }) => subject))]),
  ]);
  return ({ action, subject }) => {
    const kind = KINDS.get(action);
    if (kind === "email") {
      const path = mails.has(subject) ? `/staff/activity/mails/${subject}` : undefined;
      return { kind, name: "The email", path };
    }
    if (kind === "agreement") {
      const path = agreements.has(subject) ? `/agreement/${subject}.pdf` : undefined;
      return { kind, name: "The agreement", path };
    }
    if (kind === "connection") {
      const name = subject === "drive-write" ? "drive" : subject;
      return { kind, name: integrationTitle(name) ?? name, path: `/staff/connections#${name}` };
    }
    if (kind === "incident") {
      const incident = incidents.find(({ id }) => id === subject);
      const path = incident && "/staff/incidents";
      return { kind, name: incident ? incidentTitle(incident) : "", path };
    }
    // Jobs are of entries too, or of mails.
    const found = named.get(subject);
    if (found)
      return {
        kind: found.kind,
        name: itemName(found) || "No name",
        path: PATHS[found.kind](found.key),
      };
    return kind && { kind, name: "", path: undefined };
  };
}
