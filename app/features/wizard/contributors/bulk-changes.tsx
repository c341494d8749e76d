import { Text } from "@mantine/core";
import type { CreditChange, TrackChange } from "~/domain/submission/music/bulk-credits";
import styles from "./bulk.module.css";

function Change({ change: { kind, text, before, after } }: { change: CreditChange }) {
  switch (kind) {
    case "added":
      return <ins>+ {text}</ins>;
    case "removed":
      return <del>− {text}</del>;
    case "share":
      return (
        <>
          {text} <del>{before}</del> to {after}
        </>
      );
    case "left-out":
      return <span data-wrong>{text}</span>;
  }
}

/** What differs on each track, before it is changed. */
export function BulkChanges({ changes }: { changes: readonly TrackChange[] }) {
  const changed = changes.filter((track) => track.changes.length > 0);
  const same = changes.filter((track) => track.changes.length === 0);
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="bulk-changes">
      <Text component="h4" fw={600} id="bulk-changes" pb="xs">
        What this changes
      </Text>
      <ul className={styles.changes}>
        {changed.map(({ id, label, changes: parts, totalText }) => (
          <li key={id}>
            <span>{label}</span>
            <span>
              {parts.map((change, index) => (
                <span key={`${change.kind} ${change.text}`}>
                  {index > 0 && ", "}
                  <Change change={change} />
                </span>
              ))}
              {totalText && (
                <Text component="span" display="block" size="sm" c="var(--waiting)">
                  {totalText}
                </Text>
              )}
            </span>
          </li>
        ))}
        {same.length > 0 && (
          <li data-same>
            <span>{same.map(({ label }) => label).join(", ")}</span>
            <span>{same.length === 1 ? "stays as it is" : "stay as they are"}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
