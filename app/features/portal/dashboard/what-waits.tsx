import { Button, Paper, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { WaitingItem } from "~/domain/artists/waiting-tasks";
import type { ReleaseCard } from "~/domain/submission/record/release-card";
import { shortDay } from "~/platform/formats/dates";
import { StatusMark } from "~/ui/status-mark";
import portal from "../portal.module.css";
import { ReleaseArtwork } from "./release-artwork";
import styles from "./what-waits.module.css";

interface WhatWaitsProps {
  items: readonly WaitingItem[];
  /** The cards of the page, for their pictures and dates. */
  releases: readonly ReleaseCard[];
  now: Date;
}

/** What waits for the artist, the most urgent first; only its button is filled. */
export function WhatWaits({ items, releases, now }: WhatWaitsProps) {
  const [first] = items;
  if (!first) return <NothingWaits releases={releases} />;
  const count = items.length === 1 ? "1 thing." : `${items.length} things.`;
  const stops = first.due && first.release ? ` The first stops ${first.release.title}.` : "";
  return (
    <section aria-labelledby="waits">
      <div className={styles.head}>
        <h2 id="waits" className={portal.title}>
          What waits for you
        </h2>
        <Text c="dimmed">
          {count}
          {stops}
        </Text>
      </div>
      <Paper component="ul" className={styles.items}>
        {items.map((item, index) => (
          <Item
            key={`${item.kind} ${item.text}`}
            item={item}
            isFirst={index === 0}
            artwork={
              item.artworkUrl ??
              releases.find(({ id }) => id === item.release?.id)?.artworkUrl ??
              null
            }
            now={now}
          />
        ))}
      </Paper>
    </section>
  );
}

interface ItemProps {
  item: WaitingItem;
  isFirst: boolean;
  artwork: string | null;
  now: Date;
}

function Item({ item, isFirst, artwork, now }: ItemProps) {
  const { kind, isUrgent, text, words, note, due, button, to, post } = item;
  const look = {
    variant: isFirst ? "filled" : "default",
    fullWidth: true,
    "aria-label": `${button}: ${text}`,
  } as const;
  return (
    <li data-urgent={(isFirst && isUrgent) || undefined}>
      <ReleaseArtwork src={artwork} />
      <div>
        <p className={styles.kind}>
          <StatusMark tone={isUrgent ? "bad" : "waiting"}>{kind}</StatusMark>
          {due && (
            <Text span size="sm" c="dimmed">
              by {shortDay(due, now)}
            </Text>
          )}
        </p>
        <Text fw={600}>{text}</Text>
        {words.map((said) => (
          <Text key={said} component="blockquote" size="sm" className={portal.typed}>
            {said}
          </Text>
        ))}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {post ? (
        <form method="post" action={to}>
          <Button type="submit" {...post} {...look}>
            {button}
          </Button>
        </form>
      ) : (
        <Button component={Link} to={to} discover="none" {...look}>
          {button}
        </Button>
      )}
    </li>
  );
}

function NothingWaits({ releases }: Pick<WhatWaitsProps, "releases">) {
  const [next] = releases
    .filter(({ progress }) => progress.next.day !== "")
    .sort((a, b) => a.progress.next.day.localeCompare(b.progress.next.day));
  return (
    <section aria-labelledby="waits">
      <h2 id="waits" className={portal.title}>
        Nothing waits for you
      </h2>
      {next && (
        <p>
          {next.progress.next.what} {next.progress.next.when}, for {next.releaseTitle}.
        </p>
      )}
    </section>
  );
}
