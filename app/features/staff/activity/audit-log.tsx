import { Button, Group, Text } from "@mantine/core";
import { SelectField, TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import rowList from "../row-list.module.css";
import layout from "../staff-layout.module.css";
import { PaginationLinks } from "./pagination-links";

/** The label of an audit action: "mode-closed" is "Mode closed". */
function actionLabel(action: string): string {
  const text = action.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Filter {
  person: string;
  action?: string | undefined;
  /** The id of the subject that the list is limited to. */
  subject?: string | undefined;
}

/** Filters by person and action. */
export function AuditFilters({
  person,
  action,
  subject,
  actions,
}: Filter & { actions: readonly string[] }) {
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
            label="What"
            data={[{ value: "", label: "Everything" }, ...options]}
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

interface AuditEntry {
  id: string;
  actor: string;
  action: string;
  subject: string;
  detail: string | null;
  occurredAt: string;
  /** The kind of page that its subject has, and whether the page still exists. */
  page?: { kind: "mail" | "agreement"; isKept: boolean } | undefined;
}

const PAGES = {
  mail: { name: "The mail", path: (id: string) => `/staff/activity/mails/${id}` },
  agreement: { name: "The agreement", path: (id: string) => `/agreement/${id}.pdf` },
};

function Subject({
  subject,
  page,
  currentSubject,
}: AuditEntry & { currentSubject: string | undefined }) {
  if (subject === "" || subject === currentSubject) return null;
  if (page) {
    const { name, path } = PAGES[page.kind];
    if (page.isKept)
      return (
        <a className={layout.target} href={path(subject)}>
          {name}
        </a>
      );
    return (
      <Text size="sm" c="dimmed">
        {name} is no longer kept.
      </Text>
    );
  }
  return (
    <a className={layout.target} href={`/staff/activity?subject=${encodeURIComponent(subject)}`}>
      Everything about {subject}
    </a>
  );
}

interface AuditLogProps {
  entries: readonly AuditEntry[];
  filter: Filter;
  isFirst: boolean;
  /** The id of the last entry, if there are more. */
  last?: string;
}

/** The audit log, latest first. */
export function AuditLog({ entries, filter, isFirst, last }: AuditLogProps) {
  const { person, action, subject } = filter;
  const query = {
    ...(person && { person }),
    ...(action && { action }),
    ...(subject && { subject }),
  };
  return (
    <>
      {subject && (
        <p>
          Only what was done to {subject}. <a href="/staff/activity">Show everything</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p>Nothing found.</p>
      ) : (
        <ol className={rowList.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Group justify="space-between" align="baseline" gap="xs">
                <Text fw={600}>{actionLabel(entry.action)}</Text>
                <Text size="sm" c="dimmed">
                  {entry.occurredAt}
                </Text>
              </Group>
              <p>by {entry.actor}</p>
              {entry.detail && <p>{entry.detail}</p>}
              <Subject {...entry} currentSubject={filter.subject} />
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks path="/staff/activity" query={query} isFirst={isFirst} last={last} />
    </>
  );
}
