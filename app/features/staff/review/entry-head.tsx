import { IconAlertTriangle } from "@tabler/icons-react";
import type { RefObject } from "react";
import { kindLabels, queueTypeLabels } from "~/domain/review/queue-filter";
import { itemName } from "~/domain/review/review-item";
import { ARTIST, ARTWORK, RELEASE } from "~/domain/submission/music/release-advice";
import { filePath } from "~/domain/uploads/upload";
import { longDate } from "~/platform/formats/dates";
import { playingTime } from "~/platform/formats/playing-time";
import { statusLabel, statusTone } from "~/reference/statuses";
import { StatusShape } from "~/ui/status-mark";
import { DueDate } from "../due-date";
import styles from "./entry.module.css";
import type { EntryProps } from "./entry-data";

/** For example "MG9S7-M155P, EP, 4 tracks, 14:03". */
function referenceLine({ item, submission }: EntryProps): string {
  const { reference, kind, releaseType, trackCount } = item;
  const labels: Readonly<Record<string, string>> = queueTypeLabels;
  const seconds = (submission?.files ?? []).flatMap(({ probe }) =>
    probe?.kind === "wav" ? [probe.seconds] : [],
  );
  const whole = seconds.reduce((sum, each) => sum + each, 0);
  return [
    reference,
    kind === "waiting" ? kindLabels.waiting : labels[releaseType ?? ""],
    trackCount && `${trackCount} ${trackCount === 1 ? "track" : "tracks"}`,
    whole > 0 && playingTime(whole),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Cover, title and artist, and what stores would say to the cover and the title. */
export function EntryHead(props: EntryProps & { heading: RefObject<HTMLHeadingElement> }) {
  const { item, submission, cover, due, heading } = props;
  const artwork = submission?.files.find(({ kind }) => kind === "artwork");
  const href = artwork && filePath({ id: artwork.uploadId, fileName: artwork.fileName });
  const advice = props.advice.filter(({ subject }) => [ARTIST, RELEASE, ARTWORK].includes(subject));
  const title = item.title || item.artistName || "No name";
  return (
    <header className={styles.head}>
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={styles.cover}>
          {cover ? (
            <img
              src={cover}
              width={112}
              height={112}
              alt={`Artwork of ${itemName(item)}`}
              fetchPriority="high"
            />
          ) : (
            "Open the artwork"
          )}
        </a>
      )}
      <div>
        <p className={styles.reference}>{referenceLine(props)}</p>
        <p className={styles.state}>
          <span data-tone={statusTone(item.status)}>
            <StatusShape tone={statusTone(item.status)} /> {statusLabel(item.status)}
          </span>{" "}
          <DueDate {...due} />
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {item.title && <p className={styles.artist}>{item.artistName || "No name"}</p>}
        <p className={styles.reference}>Received {longDate(item.createdAt)}</p>
        {advice.map(({ rule, text, why }) => (
          <details key={rule} className={styles.line}>
            <summary data-tone="waiting">
              <IconAlertTriangle size={14} aria-hidden="true" /> {text}
            </summary>
            {why}
          </details>
        ))}
      </div>
    </header>
  );
}
