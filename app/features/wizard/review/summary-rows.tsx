import { Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
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
  owner?: string;
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
