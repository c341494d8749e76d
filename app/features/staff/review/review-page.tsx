import { Alert, Button, Group, Paper, Stack } from "@mantine/core";
import type { ComponentProps } from "react";
import type { ArtistBackground } from "~/domain/review/artist-background.server";
import { canAskForChanges, statusesFor } from "~/domain/review/decision";
import type { ItemMarks } from "~/domain/review/item-marks";
import { type Colleague, mentionHandles, type TrackMoment } from "~/domain/review/note-parts";
import type { ReviewItem } from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import { filePath } from "~/domain/uploads/upload";
import { INVITED } from "~/reference/statuses";
import layout from "../staff-layout.module.css";
import { UndoNotice, type UndoNoticeProps } from "../undo-notice";
import { ArtistBackgroundPanel } from "./artist-background";
import { ArtistVisiblePanel } from "./artist-visible-panel";
import { ChangesForm } from "./changes-form";
import { Assignment, DecisionForm } from "./decision-form";
import { Jobs, Mails } from "./files-and-work";
import { Notes, StatusHistory } from "./history";
import { MailTroubles } from "./mail-troubles";
import { AssignForm, MarksPanel } from "./marks-panel";
import { QuickDecision } from "./quick-decision";
import { ReloadLink } from "./reload-link";
import styles from "./review.module.css";
import { ReviewHead, ReviewNav } from "./review-head";
import { filesBeingMeasured, SoundSummary } from "./sound-summary";
import { type ReviewSubmission, Submitted } from "./submission-content";
import { Versions } from "./versions";
import { type EntryInvitation, InviteForm, WaitingListEntryDetails } from "./waiting-list-entry";
import { WaitsFor } from "./waits-for";

/** A status of the board that was not taken over, with the ways to settle it. */
function BoardRefusal({ sentences }: { sentences: readonly string[] }) {
  return (
    // Without a role it would be an alert.
    <Alert role="note" color="bad" p="sm" title="The board says something else">
      <Stack gap="xs">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Group gap="md">
          <form method="post">
            <Button type="submit" name="intent" value="set-board-back" variant="default">
              Set the board back
            </Button>
          </form>
          <a className={layout.target} href="#desk">
            Decide it here
          </a>
        </Group>
      </Stack>
    </Alert>
  );
}

interface ReviewPageProps {
  item: ReviewItem;
  overdue: boolean;
  mine: boolean;
  navigation: Omit<ComponentProps<typeof ReviewNav>, "canAskChanges">;
  /** The path and query of this page. */
  currentPath: string;
  submission: ReviewSubmission | undefined;
  /** The answers of a waiting-list entry by field name, and its invitation. */
  entry:
    | {
        left: Record<string, string>;
        invitation: EntryInvitation | undefined;
        background: ArtistBackground;
        places: ComponentProps<typeof ReviewHead>["places"];
      }
    | undefined;
  history: ComponentProps<typeof StatusHistory>["history"];
  notes: ComponentProps<typeof Notes>["notes"];
  /** The moments of tracks that the notes name. */
  moments: readonly TrackMoment[];
  marks: ItemMarks;
  knownTags: readonly string[];
  /** Whom the entry can be assigned to. */
  colleagues: readonly Colleague[];
  jobs: ComponentProps<typeof Jobs>["jobs"];
  mails: ComponentProps<typeof Jobs>["mails"];
  troubledMails: ComponentProps<typeof MailTroubles>["mails"];
  /** With their fields filled for this item. */
  savedReasons: ComponentProps<typeof DecisionForm>["savedReasons"];
  /** The entry that was decided just before this one was opened. */
  decided: { text: string; path: string } | undefined;
  /** One's last decision, while it can be undone. */
  undo: UndoNoticeProps | undefined;
  /** Whether the user decides without looking at the email first. */
  skipsPreview: boolean;
  /** The notice of the last action. */
  notice: string | undefined;
  reply: ReviewReply;
}

/** The review page of one item: content on one side, decisions on the other. */
export function ReviewPage(props: ReviewPageProps) {
  const { item, overdue, mine, navigation, submission, entry, history, notes, jobs, mails } = props;
  const { notice, decided, undo, reply, currentPath, savedReasons, skipsPreview } = props;
  const { moments, marks, knownTags, colleagues } = props;
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble = reply.trouble ?? (isListed ? undefined : reply.job?.text);
  const background = submission?.background ?? entry?.background;
  const cover = submission?.files.find(({ kind }) => kind === "artwork");
  const canAskChanges =
    submission !== undefined && canAskForChanges(item) && !submission.versions?.isOtherNewer;
  const isAnswered = entry !== undefined && (item.status === INVITED || entry.invitation);
  const url = cover && filePath({ id: cover.uploadId, fileName: cover.fileName });
  return (
    <Stack gap="md">
      <ReviewNav {...navigation} canAskChanges={canAskChanges} />
      {notice && reply === EMPTY_REVIEW_REPLY && (
        <Alert role="status" color="good" p="sm">
          {notice}
        </Alert>
      )}
      {undo && reply === EMPTY_REVIEW_REPLY && <UndoNotice {...undo} />}
      {decided && !undo && reply === EMPTY_REVIEW_REPLY && (
        <Alert role="status" color="good" p="sm">
          {decided.text} <a href={decided.path}>Open it again</a>
        </Alert>
      )}
      {submission?.boardRefusal && <BoardRefusal sentences={submission.boardRefusal} />}
      <MailTroubles mails={props.troubledMails} refused={reply.job} />
      <div className={styles.columns}>
        <Stack gap="lg">
          <ReviewHead
            item={item}
            overdue={overdue}
            artwork={cover && url ? { preview: cover.preview, url } : undefined}
            places={submission?.places ?? entry?.places}
          />
          {submission && <WaitsFor groups={submission.waitsFor} />}
          {submission?.versions && <Versions {...submission.versions} />}
          {submission && (
            <Submitted
              id={item.id}
              moments={moments}
              measuring={filesBeingMeasured(jobs)}
              {...submission}
            />
          )}
          {entry && <WaitingListEntryDetails answers={entry.left} />}
          <Jobs jobs={jobs} mails={mails} reply={reply} />
          <Mails mails={mails} />
        </Stack>
        <Stack gap="md" id="desk">
          {trouble && (
            <Alert color="bad" p="sm">
              {trouble} {trouble && reply.isConflict && <ReloadLink currentPath={currentPath} />}
            </Alert>
          )}
          <Paper p="sm">
            <Assignment item={item} mine={mine} />
            <AssignForm item={item} colleagues={colleagues} reply={reply} />
          </Paper>
          {entry && (
            <Paper p="sm">
              <InviteForm item={item} invitation={entry.invitation} />
            </Paper>
          )}
          {submission && submission.form.tracks.length > 0 && (
            <Paper p="sm">
              <SoundSummary tracks={submission.form.tracks} findings={submission.findings} />
            </Paper>
          )}
          {!isAnswered && (
            <QuickDecision
              item={item}
              revision={item.revision}
              statuses={statusesFor(item.kind, item.status)}
              savedReasons={savedReasons}
              skipsPreview={skipsPreview}
              canAskChanges={canAskChanges}
              currentPath={currentPath}
            />
          )}
          {!isAnswered && (
            <Paper p="sm">
              <DecisionForm
                item={item}
                isUnsigned={submission?.isUnsigned === true}
                savedReasons={savedReasons}
                skipsPreview={skipsPreview}
                reply={reply.isForChanges ? EMPTY_REVIEW_REPLY : reply}
              />
            </Paper>
          )}
          {canAskChanges && (
            <Paper p="sm">
              <ChangesForm
                item={item}
                savedReasons={savedReasons}
                reply={reply.isForChanges ? reply : EMPTY_REVIEW_REPLY}
              />
            </Paper>
          )}
          <Paper p="sm">
            <MarksPanel
              marks={marks}
              knownTags={knownTags}
              reply={reply}
              currentPath={currentPath}
            />
          </Paper>
          {background && (
            <Paper p="sm">
              <ArtistBackgroundPanel
                entry={submission?.cameBy}
                background={background}
                tracks={submission?.form.tracks ?? []}
              />
            </Paper>
          )}
          {submission && (
            <Paper p="sm">
              <ArtistVisiblePanel
                details={submission.forArtist}
                reply={reply}
                currentPath={currentPath}
              />
            </Paper>
          )}
          <Paper p="sm">
            <Notes
              notes={notes}
              handles={mentionHandles(colleagues)}
              reply={reply}
              currentPath={currentPath}
            />
          </Paper>
          <Paper p="sm">
            <StatusHistory history={history} />
            <p>
              <a href={`/staff/activity?subject=${item.id}`}>See everything that staff did here</a>
            </p>
          </Paper>
        </Stack>
      </div>
    </Stack>
  );
}
