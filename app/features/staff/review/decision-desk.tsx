import { Alert, Paper, Stack } from "@mantine/core";
import type { ComponentProps } from "react";
import type { ArtistBackground } from "~/domain/review/artist-background.server";
import { statusesFor } from "~/domain/review/decision";
import type { ItemMarks } from "~/domain/review/item-marks";
import { type Colleague, mentionHandles } from "~/domain/review/note-parts";
import type { ReviewItem } from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import { INVITED } from "~/reference/statuses";
import { ArtistBackgroundPanel } from "./artist-background";
import { ArtistVisiblePanel } from "./artist-visible-panel";
import { ChangesForm } from "./changes-form";
import { Assignment, DecisionForm } from "./decision-form";
import type { Jobs } from "./files-and-work";
import { Notes, StatusHistory } from "./history";
import { AssignForm, MarksPanel } from "./marks-panel";
import { QuickDecision } from "./quick-decision";
import { ReloadLink } from "./reload-link";
import type { ReviewSubmission } from "./review-page.server";
import { SoundSummary } from "./sound-summary";
import { type EntryInvitation, InviteForm } from "./waiting-list-entry";

export interface DeskProps {
  item: ReviewItem;
  mine: boolean;
  /** The path and query of this page. */
  currentPath: string;
  submission: ReviewSubmission | undefined;
  /** A waiting-list entry. */
  entry: { invitation: EntryInvitation | undefined; background: ArtistBackground } | undefined;
  history: ComponentProps<typeof StatusHistory>["history"];
  notes: ComponentProps<typeof Notes>["notes"];
  marks: ItemMarks;
  knownTags: readonly string[];
  /** Whom the entry can be assigned to. */
  colleagues: readonly Colleague[];
  jobs: ComponentProps<typeof Jobs>["jobs"];
  /** With their fields filled for this item. */
  savedReasons: ComponentProps<typeof DecisionForm>["savedReasons"];
  /** Whether the user decides without looking at the email first. */
  skipsPreview: boolean;
  canAskChanges: boolean;
  reply: ReviewReply;
}

/** The ways to decide: by keys, by the form, and to ask for changes. */
function Decisions(props: DeskProps) {
  const { item, submission, entry, savedReasons, skipsPreview, canAskChanges, reply } = props;
  const isAnswered = entry !== undefined && (item.status === INVITED || entry.invitation);
  return (
    <>
      {!isAnswered && (
        <QuickDecision
          item={item}
          revision={item.revision}
          statuses={statusesFor(item.kind, item.status)}
          savedReasons={savedReasons}
          skipsPreview={skipsPreview}
          canAskChanges={canAskChanges}
          currentPath={props.currentPath}
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
    </>
  );
}

/** What is known of the item beside what was sent. */
function Records(props: DeskProps) {
  const { item, submission, entry, history, notes, reply, currentPath } = props;
  const background = submission?.background ?? entry?.background;
  return (
    <>
      <Paper p="sm">
        <MarksPanel
          marks={props.marks}
          knownTags={props.knownTags}
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
          handles={mentionHandles(props.colleagues)}
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
    </>
  );
}

/** The side of the review page on which staff decide and write. */
export function DecisionDesk(props: DeskProps) {
  const { item, mine, submission, entry, jobs, reply, currentPath } = props;
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble = reply.trouble ?? (isListed ? undefined : reply.job?.text);
  return (
    <Stack gap="md" id="desk">
      {trouble && (
        <Alert color="bad">
          {trouble} {reply.isConflict && <ReloadLink currentPath={currentPath} />}
        </Alert>
      )}
      <Paper p="sm">
        <Assignment item={item} mine={mine} />
        <AssignForm item={item} colleagues={props.colleagues} reply={reply} />
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
      <Decisions {...props} />
      <Records {...props} />
    </Stack>
  );
}
