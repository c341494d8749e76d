import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { statusKeys } from "~/domain/review/decision";
import { kindLabels } from "~/domain/review/queue-filter";
import { isAwaitingReply, itemName, type ReviewItem } from "~/domain/review/review-item";
import { longDate } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import { DueDate } from "../due-date";
import { type ShortcutLine, ShortcutsHelp } from "../shortcuts/shortcuts-help";
import { leaveFor, useShortcuts } from "../shortcuts/use-shortcuts";
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
  /** Whether the first track plays at once. */
  playsFirst: boolean;
  canAskChanges?: boolean;
}

const KEYS: readonly ShortcutLine[] = [
  ...statusKeys.map(({ key, does }) => [key, does] as const),
  ["s", "Shortlist"],
  ["l", "Listen (waiting list)"],
  ["u", "Undo your last decision, within a minute"],
  ["n", "Write a note"],
  ["j", "Next entry of the queue"],
  ["k", "Entry before"],
  ["Space", "Play and pause"],
  ["1 to 9", "Play this track"],
  [", .", "Ten seconds back or on"],
  ["/", "Search the queue"],
];

const CHANGES_KEY: ShortcutLine = ["c", "Ask for changes"];

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

const STEP_SECONDS = 10;

/** Moves what plays, or was played last, by so many seconds. */
function seek(seconds: number): void {
  const sounds = [...document.querySelectorAll("audio")];
  const sound = sounds.find(({ paused }) => !paused) ?? sounds.find((one) => one.currentTime > 0);
  if (sound) sound.currentTime = Math.max(0, sound.currentTime + seconds);
}

/** Plays one track from its start, and nothing else. */
function playTrack(number: number): void {
  const track = document.querySelectorAll("[data-track]")[number - 1]?.querySelector("audio");
  if (!track) return;
  for (const sound of document.querySelectorAll("audio")) sound.pause();
  track.currentTime = 0;
  // A browser may refuse to play on its own.
  track.play().catch(() => undefined);
}

const TRACK_KEYS = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), () => playTrack(number)]),
);

/** Links to the previous and the next entry, with keyboard shortcuts. */
export function ReviewNav({ previous, next, queue, playsFirst, canAskChanges }: ReviewNavProps) {
  useEffect(() => {
    if (playsFirst) playTrack(1);
  }, [playsFirst]);
  const openPage = (path: string | undefined) => path && (() => leaveFor(path));
  useShortcuts({
    j: openPage(next?.path) || undefined,
    k: openPage(previous?.path) || undefined,
    " ": playOrPause,
    ",": () => seek(-STEP_SECONDS),
    ".": () => seek(STEP_SECONDS),
    n: () => document.getElementById("note")?.focus(),
    ...TRACK_KEYS,
    "/": () => leaveFor(`${queue}#queue-search`),
  });
  return (
    <Group component="nav" aria-label="Queue" justify="space-between" gap="xs">
      <Box component="a" href={queue} lh="var(--target)">
        Back to the queue
      </Box>
      <Group gap="xs">
        <Button component="a" href="#desk" className={styles.jump}>
          Decide
        </Button>
        {previous && (
          <Button
            component="a"
            href={previous.path}
            rel="prev"
            variant="default"
            aria-label={`Previous: ${previous.name}`}
          >
            Previous
          </Button>
        )}
        {next && (
          <Button
            component="a"
            href={next.path}
            rel="next"
            variant="default"
            aria-label={`Next: ${next.name}`}
          >
            Next
          </Button>
        )}
        <ShortcutsHelp keys={canAskChanges ? [...KEYS, CHANGES_KEY] : KEYS} />
      </Group>
    </Group>
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
  /** Its page; undefined in local runs. */
  url: string | undefined;
}

/** What the item is, its state, and where else it exists. */
export function ReviewHead({ item, overdue, artwork, places }: ReviewHeadProps) {
  const { artistName, title, kind, status, reference, createdAt, dueAt } = item;
  return (
    <Group component="header" align="end" gap="md">
      {artwork?.preview && (
        <Box component="a" href={artwork.url} flex="0 1 360px" target="_blank" rel="noreferrer">
          <img
            className={styles.artwork}
            src={artwork.preview}
            width={650}
            height={650}
            alt={`Artwork of ${itemName(item)}`}
          />
        </Box>
      )}
      {artwork && !artwork.preview && (
        <Box
          component="a"
          href={artwork.url}
          flex="0 1 360px"
          className={styles.artwork}
          target="_blank"
          rel="noreferrer"
        >
          Open the artwork
        </Box>
      )}
      <Stack gap="xs" flex="1 1 200px" miw={0}>
        <p className="eyebrow">
          {kindLabels[kind]} {reference}
        </p>
        <h1>{artistName || "No name"}</h1>
        {title && (
          <Text size="xl" ff="heading">
            {title}
          </Text>
        )}
        <Group gap="xs">
          <StatusChip status={status} />
          <DueDate dueAt={dueAt} overdue={overdue} isOwed={isAwaitingReply(item)} />
        </Group>
        <Text size="sm" c="dimmed">
          Received {longDate(createdAt)}
        </Text>
        {places && <Places places={places} />}
      </Stack>
    </Group>
  );
}

function Places({ places: { board, drive } }: { places: NonNullable<ReviewHeadProps["places"]> }) {
  if (!board && !drive) return null;
  return (
    <Group>
      {board?.url && (
        <a href={board.url} target="_blank" rel="noreferrer">
          On the board
        </a>
      )}
      {board && !board.url && (
        <Text component="span" size="sm" c="dimmed">
          On the board as {board.itemId}
        </Text>
      )}
      {drive && (
        <a href={drive} target="_blank" rel="noreferrer">
          On the drive
        </a>
      )}
    </Group>
  );
}
