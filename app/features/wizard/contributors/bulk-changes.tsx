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

/** More tracks than this are counted, not listed. */
const MAX_LISTED = 4;

/** What differs on each track, before it is changed; those that change alike share a line. */
export function BulkChanges({ changes }: { changes: readonly TrackChange[] }) {
  const groups = new Map<string, TrackChange[]>();
  for (const track of changes) {
    const key = JSON.stringify([track.changes, track.totalText]);
    groups.set(key, [...(groups.get(key) ?? []), track]);
  }
  const tracksText = (tracks: readonly TrackChange[]) => {
    if (tracks.length <= MAX_LISTED) return tracks.map(({ label }) => label).join(", ");
    return `${tracks.length === changes.length ? "All " : ""}${tracks.length} tracks`;
  };
  const same = changes.filter((track) => track.changes.length === 0);
  if (same.length === changes.length) return null;
  return (
    <section aria-labelledby="bulk-changes">
      <Text component="h4" fw={600} id="bulk-changes" pb="xs">
        What this changes
      </Text>
      <ul className={styles.changes}>
        {[...groups].map(([key, tracks]) => {
          const [first] = tracks;
          if (!first || first.changes.length === 0) return null;
          return (
            <li key={key}>
              <span>{tracksText(tracks)}</span>
              <span>
                {first.changes.map((change, index) => (
                  <span key={`${change.kind} ${change.text}`}>
                    {index > 0 && ", "}
                    <Change change={change} />
                  </span>
                ))}
                {first.totalText && (
                  <Text component="span" display="block" size="sm" c="var(--waiting)">
                    {first.totalText}
                  </Text>
                )}
              </span>
            </li>
          );
        })}
        {same.length > 0 && (
          <li data-same>
            <span>{tracksText(same)}</span>
            <span>{same.length === 1 ? "stays as it is" : "stay as they are"}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
