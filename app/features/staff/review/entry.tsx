import { Alert, Group, Stack, Text } from "@mantine/core";
import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { mailTroubleText, needsStaff } from "~/domain/mail/mail-trouble";
import { canAskForChanges } from "~/domain/review/decision";
import { EMPTY_REVIEW_REPLY } from "~/domain/review/review-reply";
import { filePath } from "~/domain/uploads/upload";
import { withLocalTimes } from "~/ui/local-time";
import { useDesk } from "../desk/desk-context";
import { showEntry } from "../desk/ready-entry";
import type { DockTrack } from "../desk/use-dock";
import { Notice } from "../notice";
import { PostButton } from "../post-button";
import { SendMailAgain } from "../send-mail-again";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { TargetLink } from "../target-link";
import { Asked } from "./asked";
import { Decision } from "./decision";
import { CHANGES } from "./decision-choice";
import styles from "./entry.module.css";
import { EntryBar } from "./entry-bar";
import type { EntryProps } from "./entry-data";
import { EntryHead } from "./entry-head";
import { EntryTabs } from "./entry-tabs";
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
          <PostButton intent="set-board-back">Set the board back</PostButton>
          <TargetLink href="#desk">Decide it here</TargetLink>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The mails of an entry that have not gone out: why, and what staff can do. */
function MailTroubles({ troubledMails, reply: { job: refused } }: EntryProps) {
  return troubledMails.map((mail) => {
    const { text, reason } = mailTroubleText(mail);
    return (
      // Without a role it would be an alert.
      <Alert key={mail.id} role="note" color={needsStaff(mail) ? "bad" : "waiting"}>
        <Stack gap="xs">
          <p>{text}</p>
          {reason && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              The mail server said: {reason}
            </Text>
          )}
          {refused && refused.id === mail.jobId && (
            <p role="alert">
              <strong>{refused.text}</strong>
            </p>
          )}
          <Group gap="md">
            {mail.jobId !== null && <SendMailAgain mail={mail} jobId={mail.jobId} />}
            <TargetLink href={`/staff/activity/mails/${mail.id}`}>Open the email</TargetLink>
          </Group>
        </Stack>
      </Alert>
    );
  });
}

function Notices(props: EntryProps) {
  const { submission, notice, reply, jobs } = props;
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble =
    reply.trouble ?? reply.errors.status?.text ?? (isListed ? undefined : reply.job?.text);
  return (
    <>
      {trouble && <Alert color="bad">{withLocalTimes(trouble)}</Alert>}
      {notice && reply === EMPTY_REVIEW_REPLY && <Notice>{notice}</Notice>}
      {submission?.boardRefusal && <BoardRefusal sentences={submission.boardRefusal} />}
      <MailTroubles {...props} />
    </>
  );
}

interface TracksProps extends EntryProps {
  /** Whether digits choose tracks; else they choose reasons. */
  hasDigits: boolean;
}

function Tracks({ item, submission, advice, jobs, moments, cover, hasDigits }: TracksProps) {
  const { dock, setTracks } = useDesk();
  const { form, files, findings, versions } = submission ?? {};
  const previousTracks = versions?.previousTracks ?? [];
  const tracks = (form?.tracks ?? []).map((track, index) => {
    const file = files?.find(({ uploadId }) => uploadId === track.uploadId);
    const found = track.uploadId ? findings?.[track.uploadId] : undefined;
    const dockTrack: DockTrack | undefined = file && {
      ...{ itemId: item.id, artist: item.artistName, cover, count: form?.tracks.length ?? 0 },
      ...{ title: track.title || `Track ${index + 1}`, number: index + 1 },
      src: filePath({ id: file.uploadId, fileName: file.fileName }),
      seconds: file.probe?.kind === "wav" ? file.probe.seconds : undefined,
      findings: found ?? undefined,
      before: previousTracks[index] ?? undefined,
    };
    return { track, file, found, dockTrack };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another component.
  useEffect(() => {
    setTracks(tracks.flatMap(({ dockTrack }) => dockTrack ?? []));
  }, []);
  const playKeys = tracks.slice(0, 9).map(({ dockTrack }, index) => {
    return [String(index + 1), dockTrack && (() => dock.play(dockTrack))] as const;
  });
  useShortcuts({
    ...(hasDigits ? Object.fromEntries(playKeys) : {}),
    " ":
      dock.track === undefined && tracks[0]?.dockTrack
        ? () => dock.toggle(tracks[0]?.dockTrack)
        : undefined,
  });
  if (tracks.length === 0) return null;
  const measuring = filesBeingMeasured(jobs);
  return (
    <ol className={styles.tracks} aria-label="Tracks">
      {tracks.map(({ track, ...known }, index) => (
        <TrackRow
          {...known}
          key={track.uploadId ?? `track ${index}`}
          title={track.title || `Track ${index + 1}`}
          number={index + 1}
          moments={moments.filter((moment) => moment.track === index + 1)}
          advice={advice.filter(({ subject }) => subject === String(index))}
          isBeingMeasured={measuring.has(track.uploadId ?? "")}
        />
      ))}
    </ol>
  );
}

/** An entry: what was sent in the middle, what is decided about it beside that. */
export function Entry({ reply: posted, ...page }: EntryProps) {
  const { item, submission, entry } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  const { isMoved, sent } = useDesk();
  const refused = sent.find(({ itemId, reply }) => itemId === item.id && reply)?.reply;
  const reply = posted === EMPTY_REVIEW_REPLY ? (refused ?? posted) : posted;
  const props = { ...page, reply };
  const [params] = useSearchParams();
  const [choice, setChoice] = useState<string | null>(
    reply.isForChanges ? CHANGES : reply.values.status || params.get("decide"),
  );
  const canAskChanges =
    submission !== undefined && canAskForChanges(item) && !submission.versions?.isOtherNewer;
  const { pathname, search } = useLocation();
  useEffect(() => showEntry(pathname + search), [pathname, search]);
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
          {submission?.versions && (
            <Versions
              {...submission.versions}
              titles={submission.form.tracks.map(({ title }) => title)}
            />
          )}
          <Tracks {...props} hasDigits={choice === null} />
          {submission && submission.form.tracks.length === 0 && (
            <Text c="dimmed">No new music: releases that are to be transferred.</Text>
          )}
          {entry && <WaitingListEntryDetails answers={entry.left} />}
          <EntryTabs {...props} />
        </div>
      </article>
      <Decision {...props} canAskChanges={canAskChanges} choice={choice} setChoice={setChoice} />
    </>
  );
}
