import { Alert, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { trackIdAt } from "~/domain/artists/release-tracks";
import { canAskForChanges } from "~/domain/review/decision";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import { IntentButton } from "~/ui/intent-button";
import { useDesk } from "../desk/desk-context";
import layout from "../staff-layout.module.css";
import { Asked } from "./asked";
import { Decision } from "./decision";
import styles from "./entry.module.css";
import { EntryBar } from "./entry-bar";
import { EntryHead } from "./entry-head";
import { EntryTabs } from "./entry-tabs";
import { MailTroubles } from "./mail-troubles";
import type { EntryData } from "./review-route";
import { filesBeingMeasured, TrackRow } from "./track-row";
import { Versions } from "./versions";
import { WaitingListEntryDetails } from "./waiting-list-entry";

/** A status of the board that was not taken over, with the ways to settle it. */
function BoardRefusal({ sentences }: { sentences: readonly string[] }) {
  return (
    // Without a role it would be an alert.
    <Alert role="note" color="bad" title="The board says something else">
      <Stack gap="xs">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Group gap="md">
          <form method="post">
            <IntentButton intent="set-board-back" variant="default">
              Set the board back
            </IntentButton>
          </form>
          <a className={layout.target} href="#desk">
            Decide it here
          </a>
        </Group>
      </Stack>
    </Alert>
  );
}

export interface EntryProps extends EntryData {
  reply: ReviewReply;
}

/** What went wrong, or what the last action did. */
function Notices({ submission, troubledMails, notice, reply, jobs }: EntryProps) {
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble = reply.trouble ?? (isListed ? undefined : reply.job?.text);
  return (
    <>
      {trouble && <Alert color="bad">{trouble}</Alert>}
      {notice && reply === EMPTY_REVIEW_REPLY && (
        <Alert role="status" color="good">
          {notice}
        </Alert>
      )}
      {submission?.boardRefusal && <BoardRefusal sentences={submission.boardRefusal} />}
      <MailTroubles mails={troubledMails} refused={reply.job} />
    </>
  );
}

/** The tracks, which play in the player below. */
function Tracks({ item, submission, jobs, moments, cover }: EntryProps) {
  if (!submission || submission.form.tracks.length === 0) return null;
  const { form, files, findings, advice } = submission;
  const measuring = filesBeingMeasured(jobs);
  const release = { itemId: item.id, artist: item.artistName, cover, count: form.tracks.length };
  return (
    <ol className={styles.tracks} aria-label="Tracks">
      {form.tracks.map((track, index) => {
        const { uploadId } = track;
        return (
          <TrackRow
            key={uploadId ?? `track ${index}`}
            track={track}
            number={index + 1}
            moments={moments.filter((moment) => moment.track === index + 1)}
            file={files.find((file) => file.uploadId === uploadId)}
            advice={advice.filter(({ subject }) => subject === trackIdAt(index))}
            found={uploadId ? findings[uploadId] : undefined}
            isBeingMeasured={measuring.has(uploadId ?? "")}
            release={release}
          />
        );
      })}
    </ol>
  );
}

/** An entry: what was sent in the middle, what is decided about it beside that. */
export function Entry(props: EntryProps) {
  const { item, submission, entry } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { isMoved } = useDesk();
  const canAskChanges =
    submission !== undefined && canAskForChanges(item) && !submission.versions?.isOtherNewer;
  // A screen reader reads on at the entry that came.
  useEffect(() => {
    if (isMoved()) heading.current?.focus({ preventScroll: true });
  }, [isMoved]);
  return (
    <>
      <article className={styles.entry} aria-label="Release">
        <EntryBar {...props} />
        <div className={styles.content}>
          <Notices {...props} />
          <EntryHead {...props} heading={heading} />
          {submission && <Asked {...props} submission={submission} />}
          {submission?.versions && <Versions {...submission.versions} />}
          <Tracks {...props} />
          {submission && submission.form.tracks.length === 0 && (
            <Text c="dimmed">No new music: releases that are to be transferred.</Text>
          )}
          {entry && <WaitingListEntryDetails answers={entry.left} />}
          <EntryTabs {...props} />
        </div>
      </article>
      <Decision {...props} canAskChanges={canAskChanges} />
    </>
  );
}
