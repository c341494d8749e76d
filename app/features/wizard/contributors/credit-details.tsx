import { type ReactNode, useRef, useState } from "react";
import { useFormReply } from "~/ui/form-reply-context";
import lists from "~/ui/lists.module.css";
import { useOnMountAndChange } from "~/ui/use-on-change";
import panels from "../panels.module.css";
import styles from "./contributors.module.css";

interface CreditDetailsProps {
  title: string;
  /** The number of credited people as of the last edit. */
  count: number;
  /** The name of the list, which is the prefix of its fields. */
  name: string;
  /** Whether it is open initially. */
  open: boolean;
  children: ReactNode;
}

/** One list of the panel in a native details element; its fields are posted open or closed. */
export function CreditDetails({ title, count, name, open, children }: CreditDetailsProps) {
  const { errors, refusal } = useFormReply();
  const details = useRef<HTMLDetailsElement>(null);
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(`${name}[`));
  // Set once: afterwards the artist opens and closes it.
  const [isInitiallyOpen] = useState(open || hasErrors);
  useOnMountAndChange(refusal, () => {
    if (hasErrors && details.current) details.current.open = true;
  });
  return (
    <details ref={details} open={isInitiallyOpen} className={styles.details}>
      <summary className={`${panels.summary} ${styles.summary}`}>
        <span className={styles.title}>{title}</span>
        <span className={styles.count}>{count || "None"}</span>
      </summary>
      <div className={`${lists.stack} ${styles.rows}`}>{children}</div>
    </details>
  );
}
