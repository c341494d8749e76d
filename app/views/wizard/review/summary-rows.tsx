import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { VisuallyHidden } from "~/components/controls";
import styles from "./release-summary.module.css";

/** A group of the summary. */
export function SummaryGroup(props: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** The link to where something is changed. @param what says what, for whom the link stands alone. */
export function ChangeLink({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to} className={styles.change}>
      Change<VisuallyHidden> {what}</VisuallyHidden>
    </Link>
  );
}

/** Terms and their values. */
export function SummaryList({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface RowProps {
  term: string;
  value: ReactNode;
  /** Where it is changed. */
  to: string;
  /** What the term belongs to, such as a track. */
  of?: string;
}

/** One term; a blank value says so. */
export function SummaryRow({ term, value, to, of }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{value || <span className={styles.quiet}>Not provided</span>}</dd>
      <dd className={styles.action}>
        <ChangeLink to={to} what={of ? `${term} of ${of}` : term} />
      </dd>
    </div>
  );
}
