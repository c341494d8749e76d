import { Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FormFields, fieldsAt } from "~/domain/submission/fields/form-field";
import layout from "../layout.module.css";
import styles from "../summary.module.css";

/** A link to change something. @param label completes the link's text for screen readers. */
export function ChangeLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={layout.tall}>
      Change<VisuallyHidden> {label}</VisuallyHidden>
    </Link>
  );
}

export function SummaryList({ children }: { children: ReactNode }) {
  return <dl>{children}</dl>;
}

interface RowProps {
  term: string;
  value: ReactNode;
  /** The address where it is changed. */
  to: string;
  /** What the term belongs to, such as a track. */
  owner?: string | undefined;
}

/** A term with its value, or "Not provided". */
export function SummaryRow({ term, value, to, owner }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>
        {value || (
          <Text span c="dimmed">
            Not provided
          </Text>
        )}
      </dd>
      <dd>
        <ChangeLink to={to} label={owner ? `${term} of ${owner}` : term} />
      </dd>
    </div>
  );
}

interface FieldRowsProps<S> extends Pick<RowProps, "owner"> {
  fields: FormFields<S>;
  answers: S;
  /** The address where a field is changed. */
  to: (field: string) => string;
  /** What stands below values, by field. */
  notes?: Readonly<Record<string, ReactNode>>;
}

/** A row for each field that the review page shows. */
export function FieldRows<S extends object>(props: FieldRowsProps<S>) {
  const { fields, answers, to, owner, notes = {} } = props;
  return fieldsAt(fields, "review").map(({ name, label, changedAt, text }) => {
    const value = text(answers);
    const shown = value && notes[name] ? [value, notes[name]] : value;
    if (value === undefined) return null;
    return <SummaryRow key={name} term={label} value={shown} to={to(changedAt)} owner={owner} />;
  });
}
