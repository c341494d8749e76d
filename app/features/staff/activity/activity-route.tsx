import { Button, Group } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { capitalize } from "~/platform/formats/capitalize";
import { SelectField, TextField } from "~/ui/field";
import { titled } from "~/ui/page-title";
import { FormAnswer } from "~/ui/plain-form";
import { Dimmed } from "../dimmed";
import { PaginationLinks } from "../pagination-links";
import { RowList } from "../row-list";
import { TargetLink } from "../target-link";
import { ActivityPage, RowHead } from "./activity-page";
import type { loader } from "./activity-route.server";

type Page = SerializeFrom<typeof loader>;

/** The label of an audit action: "mode-closed" is "Mode closed". */
const actionLabel = (action: string) => capitalize(action.replaceAll("-", " "));

function AuditFilters({ person, action, subject, actions }: Page) {
  const options = actions.map((value) => ({ value, label: actionLabel(value) }));
  options.sort((a, b) => a.label.localeCompare(b.label));
  return (
    <FormAnswer reply={undefined} initial={{ person, action: action ?? "" }}>
      <form action="/staff/activity">
        <Group align="end">
          {subject && <input type="hidden" name="subject" value={subject} />}
          <TextField name="person" label="Who" flex="1 1 200px" />
          <SelectField
            name="action"
            label="Action"
            data={[{ value: "", label: "Any action" }, ...options]}
            flex="1 1 200px"
          />
          <Button type="submit" variant="default" mih="var(--target)">
            Show
          </Button>
        </Group>
      </form>
    </FormAnswer>
  );
}

type AuditEntry = Page["entries"][number];

function SubjectPage({ kind, name, path }: NonNullable<AuditEntry["page"]>) {
  if (path === undefined)
    return (
      <Dimmed>
        {kind === "connection" ? "This connection no longer exists." : `The ${kind} was deleted.`}
      </Dimmed>
    );
  return <TargetLink href={path}>{kind === "link" ? `${name}'s link` : name}</TargetLink>;
}

function Subject({ subject, page, current }: AuditEntry & { current: string | undefined }) {
  if (subject === "") return null;
  const hasOwnTrail = page?.kind !== "email" && page?.kind !== "agreement";
  return (
    <Group gap="xs">
      {page && <SubjectPage {...page} />}
      {subject !== current && hasOwnTrail && (
        <TargetLink href={`/staff/activity?subject=${encodeURIComponent(subject)}`}>
          {page ? "All its activity" : `All activity of ${subject}`}
        </TargetLink>
      )}
    </Group>
  );
}

const HEADING = "Activity";

export const meta = titled(HEADING);

/** The audit log, latest first. */
export default function StaffActivity() {
  const page = useLoaderData<typeof loader>();
  const { entries, person, action, subject, subjectName, last } = page;
  return (
    <ActivityPage heading={HEADING}>
      <AuditFilters {...page} />
      {subject && (
        <p>
          Only the activity of {subjectName || subject}.{" "}
          <a href="/staff/activity">Show all activity</a>
        </p>
      )}
      <RowList rows={entries} empty="No activity found.">
        {(entry) => (
          <>
            <RowHead title={actionLabel(entry.action)} at={entry.createdAt} />
            <p>by {entry.staffName}</p>
            {entry.detail && <p>{entry.detail}</p>}
            <Subject {...entry} current={subject} />
          </>
        )}
      </RowList>
      <PaginationLinks query={{ person, action, subject }} last={last} />
    </ActivityPage>
  );
}
