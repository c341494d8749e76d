import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { cursorOf } from "~/pages/staff/list-query";
import { subjectsOf } from "~/pages/staff/trail-subjects.server";
import { longTime } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { auditActions, readAuditLog } from "~/staff/audit.server";
import { ActivityNav } from "~/views/staff/activity/activity-nav";
import { AuditFilters, AuditLog } from "~/views/staff/activity/audit-log";

const HEADING = "Activity";
const MAX_NAME_LENGTH = 100;
const MAX_SUBJECT_LENGTH = 64;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const person = searchParams.get("person")?.trim().slice(0, MAX_NAME_LENGTH) ?? "";
  const result = v.safeParse(v.picklist(auditActions), searchParams.get("action"));
  const action = result.success ? result.output : undefined;
  const subject = searchParams.get("subject")?.trim().slice(0, MAX_SUBJECT_LENGTH) || undefined;
  const before = cursorOf(searchParams);
  const { rows, hasMore } = await readAuditLog(context.db, {
    person,
    action,
    subject,
    before,
  });
  const subjectOf = await subjectsOf(context.db, rows);
  return {
    person,
    action,
    subject,
    actions: auditActions,
    isFirst: before === undefined,
    last: hasMore ? lastOf(rows)?.id : undefined,
    entries: rows.map((row) => ({
      id: row.id,
      actor: row.staffName,
      action: row.action,
      subject: row.subject,
      detail: row.detail,
      occurredAt: longTime(row.createdAt),
      page: subjectOf(row),
    })),
  };
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

/** The audit log. */
export default function StaffActivity() {
  const { person, action, subject, actions, ...page } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <AuditFilters person={person} action={action} subject={subject} actions={actions} />
      <AuditLog {...page} filter={{ person, action, subject }} />
    </div>
  );
}
