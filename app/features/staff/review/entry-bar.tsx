import { ActionIcon, Box, Button } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import {
  IconArrowLeft,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconChevronUp,
  IconClock,
  IconDots,
  IconExternalLink,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { snoozeChoices } from "~/domain/review/snooze";
import { ownTimeZone } from "~/platform/formats/time-zone";
import { IntentButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import desk from "../desk/desk.module.css";
import { useDesk } from "../desk/desk-context";
import { Initials } from "../initials";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./entry.module.css";
import type { EntryProps } from "./entry-data";

const ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

/** Where one is in the queue, who else looks at it, and what is done with the entry as a whole. */
export function EntryBar(props: EntryProps) {
  const { item, navigation, submission, entry } = props;
  const { placeOf, viewerOf } = useDesk();
  const { previous, next, queue } = navigation;
  const viewer = viewerOf(item.id);
  const places = submission?.places ?? entry?.places;
  return (
    <nav aria-label="Queue" className={styles.bar}>
      <ActionIcon
        component={Link}
        to={queue}
        variant="subtle"
        aria-label="Back to the queue"
        className={styles.back}
      >
        <IconArrowLeft {...ICON} />
      </ActionIcon>
      <span className={styles.place}>{placeOf(item.id)}</span>
      {previous && (
        <ActionIcon
          component={Link}
          to={previous.path}
          preventScrollReset
          rel="prev"
          variant="subtle"
          aria-label={`Previous: ${previous.name}`}
          title="Previous (K)"
        >
          <IconChevronUp {...ICON} />
        </ActionIcon>
      )}
      {next && (
        <ActionIcon
          component={Link}
          to={next.path}
          preventScrollReset
          rel="next"
          variant="subtle"
          aria-label={`Next: ${next.name}`}
          title="Next (J)"
        >
          <IconChevronDown {...ICON} />
        </ActionIcon>
      )}
      {viewer && (
        <span className={styles.viewer}>
          <Initials name={viewer} /> {viewer} is listening
        </span>
      )}
      <Box flex={1} />
      <ShortlistButton {...props} />
      <SnoozeMenu {...props} />
      <ActionIcon
        component="a"
        href={`/staff/submissions/${item.id}`}
        target="_blank"
        variant="subtle"
        aria-label="Open it in a new tab"
        title="Open it in a new tab (O)"
        className={styles.wide}
      >
        <IconExternalLink {...ICON} />
      </ActionIcon>
      <details className={`${desk.menu} ${styles.menu}`}>
        <summary aria-label="More" title="More">
          <IconDots {...ICON} />
        </summary>
        <div className={styles.list}>
          {places?.board?.url && (
            <a href={places.board.url} target="_blank" rel="noreferrer">
              On the board
            </a>
          )}
          {places?.board && !places.board.url && <span>On the board as {places.board.itemId}</span>}
          {places?.drive && (
            <a href={places.drive} target="_blank" rel="noreferrer">
              On the drive
            </a>
          )}
          <a href={`/staff/activity?subject=${item.id}`}>What staff did here</a>
        </div>
      </details>
    </nav>
  );
}

function ShortlistButton({ marks, currentPath }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ s: () => button.current?.click() });
  const isListed = marks.shortlistedAt !== null;
  return (
    <Form method="post" action={currentPath} preventScrollReset aria-label="Shortlist">
      <ActionIcon
        ref={button}
        type="submit"
        name="intent"
        value={isListed ? "unshortlist" : "shortlist"}
        variant="subtle"
        aria-label={isListed ? "Take it off the shortlist" : "Put it on the shortlist"}
        title={isListed ? "Take it off the shortlist (S)" : "Put it on the shortlist (S)"}
      >
        {isListed ? <IconBookmarkFilled {...ICON} /> : <IconBookmark {...ICON} />}
      </ActionIcon>
    </Form>
  );
}

function SnoozeMenu({ snooze, currentPath }: EntryProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const zone = useRef<HTMLInputElement>(null);
  /** Of the zone here, once the menu was opened. */
  const [choices, setChoices] = useState(snooze?.choices);
  useShortcuts({
    z: () => {
      if (menu.current) menu.current.open = true;
      menu.current?.querySelector("button")?.focus();
    },
  });
  if (!snooze) return null;
  return (
    <details
      ref={menu}
      className={`${desk.menu} ${styles.menu}`}
      onToggle={() => setChoices(snoozeChoices(new Date(), ownTimeZone()))}
    >
      <summary aria-label="Put it off" title="Put it off (Z)" data-tone={snooze.until && "waiting"}>
        <IconClock {...ICON} />
      </summary>
      <Form
        method="post"
        action={currentPath}
        preventScrollReset
        className={styles.list}
        onSubmit={() => {
          if (zone.current) zone.current.value = ownTimeZone();
        }}
      >
        {snooze.until ? (
          <>
            <span>
              Put off until <LocalTime at={snooze.until} />
            </span>
            <IntentButton intent="unsnooze" variant="subtle">
              Bring it back now
            </IntentButton>
          </>
        ) : (
          <>
            <input type="hidden" name="intent" value="snooze" />
            <input ref={zone} type="hidden" name="zone" />
            {choices?.map(({ time, text }) => (
              <Button key={time} type="submit" name="time" value={time} variant="subtle">
                {text}
              </Button>
            ))}
          </>
        )}
      </Form>
    </details>
  );
}
