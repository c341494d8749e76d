import { Button } from "~/components/controls";
import { SelectField, TextField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply-context";
import styles from "./activity.module.css";
import { PaginationLinks } from "./pagination-links";

/** The label of an audit action: "mode-closed" is "Mode closed". */
function deedWords(action: string): string {
  const words = action.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
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
  const options = actions.map((one) => ({ value: one, label: deedWords(one) }));
  options.sort((one, other) => one.label.localeCompare(other.label));
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values }}>
      <form method="get" action="/staff/activity" className={styles.filters}>
        {subject && <input type="hidden" name="subject" value={subject} />}
        <TextField name="person" label="Who" autoComplete="off" />
        <SelectField
          name="action"
          label="What"
          data={[{ value: "", label: "Everything" }, ...options]}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
      </form>
    </FormReplyContext.Provider>
  );
}

interface Deed {
  id: string;
  by: string;
  action: string;
  subject: string;
  detail: string | null;
  at: string;
  /** The kind of page that its subject has, and whether the page still exists. */
  page?: { kind: "mail" | "agreement"; isKept: boolean } | undefined;
}

const PAGES = {
  mail: { name: "The mail", path: (id: string) => `/staff/activity/mails/${id}` },
  agreement: { name: "The agreement", path: (id: string) => `/agreement/${id}.pdf` },
};

function Subject({ subject, page, shown }: Deed & { shown: string | undefined }) {
  if (subject === "" || subject === shown) return null;
  if (page) {
    const { name, path } = PAGES[page.kind];
    if (page.isKept) return <a href={path(subject)}>{name}</a>;
    return <p className={styles.small}>{name} is no longer kept.</p>;
  }
  return (
    <a href={`/staff/activity?subject=${encodeURIComponent(subject)}`} className={styles.small}>
      Everything about {subject}
    </a>
  );
}

interface TrailProps {
  deeds: readonly Deed[];
  filter: Filter;
  isFirst: boolean;
  /** The id of the last entry, if there are more. */
  last?: string;
}

/** The audit log, latest first. */
export function AuditLog({ deeds, filter, isFirst, last }: TrailProps) {
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
      {deeds.length === 0 ? (
        <p>Nothing like this was done.</p>
      ) : (
        <ol className={styles.rows}>
          {deeds.map((deed) => (
            <li key={deed.id} className={styles.row}>
              <div className={styles.head}>
                <p className={styles.words}>{deedWords(deed.action)}</p>
                <p className={styles.small}>{deed.at}</p>
              </div>
              <p>by {deed.by}</p>
              {deed.detail && <p>{deed.detail}</p>}
              <Subject {...deed} shown={filter.subject} />
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks path="/staff/activity" query={query} isFirst={isFirst} last={last} />
    </>
  );
}
