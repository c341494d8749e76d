import { type ReactNode, useRef, useState } from "react";
import { useFormReply } from "~/components/form-reply-context";
import lists from "~/components/lists.module.css";
import { useOnMountAndChange } from "~/components/use-on-change";
import panels from "../panels.module.css";
import styles from "./contributors.module.css";

interface CreditDetailsProps {
  title: string;
  /** How many are credited, as of the last edit. */
  count: number;
  /** The name of the list, which begins the names of all its fields. */
  name: string;
  /** Whether it is open to begin with. */
  open: boolean;
  children: ReactNode;
}

/**
 * One list of the panel, to be opened and closed by the platform's own means; what is in it is
 * posted either way.
 */
export function CreditDetails({ title, count, name, open, children }: CreditDetailsProps) {
  const { errors, refusal } = useFormReply();
  const details = useRef<HTMLDetailsElement>(null);
  const wrong = Object.keys(errors).some((field) => field.startsWith(`${name}[`));
  // Set once: afterwards it is the artist who opens and closes it.
  const [begin] = useState(open || wrong);
  // Every refusal opens it once more.
  useOnMountAndChange(refusal, () => {
    if (wrong && details.current) details.current.open = true;
  });
  return (
    <details ref={details} open={begin} className={styles.details}>
      <summary className={`${panels.summary} ${styles.summary}`}>
        <span className={styles.title}>{title}</span>
        <span className={styles.count}>{count || "None"}</span>
      </summary>
      <div className={`${lists.stack} ${styles.rows}`}>{children}</div>
    </details>
  );
}
