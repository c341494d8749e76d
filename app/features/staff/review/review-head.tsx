import { kindLabels } from "~/domain/review/queue-filter";
import { isAwaitingReply, itemName, type ReviewItem } from "~/domain/review/review-item";
import { longDate } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import { DueDate } from "../due-date";
import { type ShortcutLine, ShortcutsHelp } from "../shortcuts/shortcuts-help";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./review.module.css";

/** A neighbouring entry of the list. */
interface Neighbour {
  name: string;
  path: string;
}

interface ReviewNavProps {
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
  /** The address of the list. */
  queue: string;
}

const KEYS: readonly ShortcutLine[] = [
  ["j", "Next entry of the queue"],
  ["k", "Entry before"],
  ["Space", "Play and pause"],
  ["/", "Search the queue"],
];

/** Toggles playback: pauses what is playing, else plays on what was paused, else the first sound. */
function playOrPause(): void {
  const sounds = [...document.querySelectorAll("audio")];
  const playing = sounds.find((sound) => !sound.paused);
  if (playing) {
    playing.pause();
    return;
  }
  const pausedAudio = sounds.find((sound) => sound.currentTime > 0 && !sound.ended);
  // The player itself shows why a sound does not play.
  (pausedAudio ?? sounds[0])?.play().catch(() => undefined);
}

/** Links to the previous and the next entry, with keyboard shortcuts. */
export function ReviewNav({ previous, next, queue }: ReviewNavProps) {
  const openPage = (path: string | undefined) => path && (() => location.assign(path));
  useShortcuts({
    j: openPage(next?.path) || undefined,
    k: openPage(previous?.path) || undefined,
    " ": playOrPause,
    "/": () => location.assign(`${queue}#queue-search`),
  });
  return (
    <nav aria-label="Queue" className={styles.ways}>
      <a href={queue}>Back to the queue</a>
      <div className={styles.beside}>
        <a href="#desk" className={styles.jump}>
          Decide
        </a>
        {previous && (
          <a href={previous.path} rel="prev" aria-label={`Previous: ${previous.name}`}>
            Previous
          </a>
        )}
        {next && (
          <a href={next.path} rel="next" aria-label={`Next: ${next.name}`}>
            Next
          </a>
        )}
        <ShortcutsHelp keys={KEYS} />
      </div>
    </nav>
  );
}

interface ReviewHeadProps {
  item: ReviewItem;
  overdue: boolean;
  /** The preview and address of the artwork. */
  artwork: { preview: string | undefined; url: string } | undefined;
  places: { drive: string | undefined; board: BoardPlace | undefined } | undefined;
}

interface BoardPlace {
  itemId: string;
  boardId: string;
  live: boolean;
}

/** What the item is, its state, and where else it exists. */
export function ReviewHead({ item, overdue, artwork, places }: ReviewHeadProps) {
  const { artistName, title, kind, status, reference, createdAt, dueAt } = item;
  return (
    <header className={artwork ? styles.cover : undefined}>
      {artwork?.preview && (
        <a href={artwork.url} target="_blank" rel="noreferrer">
          <img
            src={artwork.preview}
            width={650}
            height={650}
            alt={`Artwork of ${itemName(item)}`}
          />
        </a>
      )}
      {artwork && !artwork.preview && (
        <a href={artwork.url} className={styles.blank} target="_blank" rel="noreferrer">
          Open the artwork
        </a>
      )}
      <div className={styles.words}>
        <p className={styles.label}>
          {kindLabels[kind]} {reference}
        </p>
        <h1>{artistName || "No name"}</h1>
        {title && <p className={styles.title}>{title}</p>}
        <p className={styles.beside}>
          <StatusChip status={status} />
          <DueDate dueAt={dueAt} overdue={overdue} isOwed={isAwaitingReply(item)} />
        </p>
        <p className={styles.small}>Received {longDate(createdAt)}</p>
        {places && <Places places={places} />}
      </div>
    </header>
  );
}

function Places({ places: { board, drive } }: { places: NonNullable<ReviewHeadProps["places"]> }) {
  if (!board && !drive) return null;
  return (
    <p className={styles.beside}>
      {board?.live && (
        <a
          href={`https://monday.com/boards/${board.boardId}/pulses/${board.itemId}`}
          target="_blank"
          rel="noreferrer"
        >
          On the board
        </a>
      )}
      {board && !board.live && <span className={styles.small}>On the board as {board.itemId}</span>}
      {drive && (
        <a href={drive} target="_blank" rel="noreferrer">
          On the drive
        </a>
      )}
    </p>
  );
}
