import { VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import styles from "./release-summary.module.css";

export function SummaryGroup(props: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** A link to change something. @param label completes the link's text for screen readers. */
export function ChangeLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.change}>
      Change<VisuallyHidden> {label}</VisuallyHidden>
    </Link>
  );
}

export function SummaryList({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface RowProps {
  term: string;
  value: ReactNode;
  /** The address where it is changed. */
  to: string;
  /** What the term belongs to, such as a track. */
  owner?: string;
}

/** A term with its value, or "Not provided". */
export function SummaryRow({ term, value, to, owner }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{value || <span className={styles.quiet}>Not provided</span>}</dd>
      <dd className={styles.action}>
        <ChangeLink to={to} label={owner ? `${term} of ${owner}` : term} />
      </dd>
    </div>
  );
}
