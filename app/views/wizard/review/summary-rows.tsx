import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { VisuallyHidden } from "~/components/controls";
import { type AnswerStep, stepOf } from "~/submission/steps/steps";
import styles from "./release-summary.module.css";

/** A group of the summary, with the link to the step where it can be changed. */
export function Group(props: { title: string; step: AnswerStep; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{props.title}</h2>
        <Link to={`${stepOf(props.step).path}?return=review`} className={styles.change}>
          Change<VisuallyHidden> {props.title}</VisuallyHidden>
        </Link>
      </div>
      {props.children}
    </section>
  );
}

/** Terms and their values. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

/** One term; a blank value says so. */
export function Row({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{value || <span className={styles.quiet}>Not provided</span>}</dd>
    </div>
  );
}
