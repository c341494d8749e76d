import { Button, Group, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { capitalize } from "~/platform/formats/capitalize";
import { SelectField, TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { PaginationLinks } from "../pagination-links";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import { ActivityNav } from "./activity-nav";
import type { loader } from "./activity-route.server";

type Page = SerializeFrom<typeof loader>;

/** The label of an audit action: "mode-closed" is "Mode closed". */
const actionLabel = (action: string) => capitalize(action.replaceAll("-", " "));

/** Filters by person and action. */
function AuditFilters({ person, action, subject, actions }: Page) {
  const values = { person, action: action ?? "" };
  const options = actions.map((value) => ({ value, label: actionLabel(value) }));
  options.sort((a, b) => a.label.localeCompare(b.label));
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values }}>
      <form method="get" action="/staff/activity">
        {subject && <input type="hidden" name="subject" value={subject} />}
        <Group align="end">
          <TextField name="person" label="Who" autoComplete="off" flex="1 1 200px" />
          <SelectField
            name="action"
            label="Action"
            data={[{ value: "", label: "Any action" }, ...options]}
            flex="1 1 200px"
          />
          <Button type="submit" variant="default" mih={44}>
            Show
          </Button>
        </Group>
      </form>
    </FormReplyContext.Provider>
  );
}

type AuditEntry = Page["entries"][number];

const GONE: Readonly<Record<NonNullable<AuditEntry["page"]>["kind"], string>> = {
  mail: "The email was deleted.",
  agreement: "The agreement was deleted.",
  entry: "The entry was deleted.",
  link: "The link was deleted.",
  account: "The account was deleted.",
  connection: "This connection no longer exists.",
  incident: "The incident was deleted.",
};

function SubjectPage({ kind, name, path }: NonNullable<AuditEntry["page"]>) {
  if (path === undefined) return <Dimmed>{GONE[kind]}</Dimmed>;
  return <TargetLink href={path}>{kind === "link" ? `${name}'s link` : name}</TargetLink>;
}

function Subject({
  subject,
  page,
  currentSubject,
}: AuditEntry & { currentSubject: string | undefined }) {
  if (subject === "") return null;
  const isOther = subject !== currentSubject;
  const hasOwnTrail = page?.kind !== "mail" && page?.kind !== "agreement";
  return (
    <Group gap="xs">
      {page && <SubjectPage {...page} />}
      {isOther && hasOwnTrail && (
        <TargetLink href={`/staff/activity?subject=${encodeURIComponent(subject)}`}>
          {page ? "All its activity" : `All activity of ${subject}`}
        </TargetLink>
      )}
    </Group>
  );
}

/** The audit log, latest first. */
function AuditLog({ entries, person, action, subject, subjectName, isFirst, last }: Page) {
  const query = {
    ...(person && { person }),
    ...(action && { action }),
    ...(subject && { subject }),
  };
  return (
    <>
      {subject && (
        <p>
          Only the activity of {subjectName || subject}.{" "}
          <a href="/staff/activity">Show all activity</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p>No activity found.</p>
      ) : (
        <ol className={rowList.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Group justify="space-between" align="baseline" gap="xs">
                <Text fw={600}>{actionLabel(entry.action)}</Text>
                <Dimmed>
                  <LocalTime at={entry.occurredAt} />
                </Dimmed>
              </Group>
              <p>by {entry.actor}</p>
              {entry.detail && <p>{entry.detail}</p>}
              <Subject {...entry} currentSubject={subject} />
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks path="/staff/activity" query={query} isFirst={isFirst} last={last} />
    </>
  );
}

const HEADING = "Activity";

export const meta = titled(HEADING);

/** The audit log. */
export default function StaffActivity() {
  const page = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <AuditFilters {...page} />
      <AuditLog {...page} />
    </Stack>
  );
}
