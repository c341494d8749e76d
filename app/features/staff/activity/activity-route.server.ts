import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { auditActions, readAuditLog } from "~/domain/access/staff/audit.server";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { subjectsOf } from "./trail-subjects.server";

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
