import { Alert, Group, Stack } from "@mantine/core";
import type { ComponentProps } from "react";
import { canAskForChanges } from "~/domain/review/decision";
import type { TrackMoment } from "~/domain/review/note-parts";
import { EMPTY_REVIEW_REPLY } from "~/domain/review/review-reply";
import { filePath } from "~/domain/uploads/upload";
import { IntentButton } from "~/ui/intent-button";
import layout from "../staff-layout.module.css";
import { UndoNotice, type UndoNoticeProps } from "../undo-notice";
import { DecisionDesk, type DeskProps } from "./decision-desk";
import { Jobs, Mails } from "./files-and-work";
import { MailTroubles } from "./mail-troubles";
import styles from "./review.module.css";
import { ReviewHead, ReviewNav } from "./review-head";
import { filesBeingMeasured } from "./sound-summary";
import { Submitted } from "./submission-content";
import { Versions } from "./versions";
import { WaitingListEntryDetails } from "./waiting-list-entry";
import { WaitsFor } from "./waits-for";

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

interface ReviewPageProps extends Omit<DeskProps, "canAskChanges"> {
  overdue: boolean;
  navigation: Omit<ComponentProps<typeof ReviewNav>, "canAskChanges">;
  /** With its answers by field name. */
  entry:
    | (NonNullable<DeskProps["entry"]> & {
        left: Record<string, string>;
        places: ComponentProps<typeof ReviewHead>["places"];
      })
    | undefined;
  /** The moments of tracks that the notes name. */
  moments: readonly TrackMoment[];
  mails: ComponentProps<typeof Jobs>["mails"];
  troubledMails: ComponentProps<typeof MailTroubles>["mails"];
  /** The entry that was decided just before this one was opened. */
  decided: { text: string; path: string } | undefined;
  /** One's last decision, while it can be undone. */
  undo: UndoNoticeProps | undefined;
  /** The notice of the last action. */
  notice: string | undefined;
}

/** What the last action did, or what can be undone of it. */
function LastAction({
  notice,
  undo,
  decided,
}: Pick<ReviewPageProps, "notice" | "undo" | "decided">) {
  return (
    <>
      {notice && (
        <Alert role="status" color="good">
          {notice}
        </Alert>
      )}
      {undo && <UndoNotice {...undo} />}
      {decided && !undo && (
        <Alert role="status" color="good">
          {decided.text} <a href={decided.path}>Open it again</a>
        </Alert>
      )}
    </>
  );
}

/** What the artist sent, and what became of it. */
function ReviewContent(props: ReviewPageProps) {
  const { item, overdue, submission, entry, jobs, mails, moments, reply } = props;
  const cover = submission?.files.find(({ kind }) => kind === "artwork");
  const url = cover && filePath({ id: cover.uploadId, fileName: cover.fileName });
  return (
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
  );
}

/** The review page of one item: content on one side, decisions on the other. */
export function ReviewPage(props: ReviewPageProps) {
  const { item, submission, navigation, troubledMails, reply } = props;
  const canAskChanges =
    submission !== undefined && canAskForChanges(item) && !submission.versions?.isOtherNewer;
  return (
    <Stack gap="md">
      <ReviewNav {...navigation} canAskChanges={canAskChanges} />
      {reply === EMPTY_REVIEW_REPLY && <LastAction {...props} />}
      {submission?.boardRefusal && <BoardRefusal sentences={submission.boardRefusal} />}
      <MailTroubles mails={troubledMails} refused={reply.job} />
      <div className={styles.columns}>
        <ReviewContent {...props} />
        <DecisionDesk {...props} canAskChanges={canAskChanges} />
      </div>
    </Stack>
  );
}
