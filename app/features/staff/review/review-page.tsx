import { Alert, Paper, Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { INVITED } from "~/domain/access/entry-status";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { statusesFor } from "~/domain/review/decision";
import type { ReviewItem } from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import type { Probe } from "~/domain/uploads/file-probe";
import { filePath } from "~/domain/uploads/upload";
import { longTime } from "~/platform/formats/dates";
import { type ClipOfFolder, foldersOf } from "../folder/folders-of";
import { ArtistVisiblePanel } from "./artist-visible-panel";
import { Assignment, DecisionForm } from "./decision-form";
import { DefinitionList } from "./definition-list";
import { Files, Jobs, Mails } from "./files-and-work";
import { Notes, StatusHistory } from "./history";
import { QuickDecision } from "./quick-decision";
import { ReloadLink } from "./reload-link";
import styles from "./review.module.css";
import { ReviewHead, ReviewNav } from "./review-head";
import { RightsGaps } from "./rights-gaps";
import { ReleaseDetails } from "./submitted-release";
import { TrackCard } from "./submitted-track";
import { type EntryInvitation, InviteForm, WaitingListEntryDetails } from "./waiting-list-entry";

interface DistributionSectionProps {
  sentDetails: DistributionDetails;
  tracks: readonly Pick<RecordedTrack, "title">[];
}

/** What the artist added for distribution, and the songwriters' answers about their shares. */
function DistributionSection({ sentDetails, tracks }: DistributionSectionProps) {
  const { sentAt, rightsGaps, release } = sentDetails;
  return (
    <Stack component="section">
      <h2>Release details</h2>
      <Text size="sm" c="dimmed">
        {sentAt ? `Sent on ${longTime(sentAt)}` : "Not sent yet; songwriters were asked"}
      </Text>
      <RightsGaps gaps={rightsGaps} />
      {release.length > 0 && <DefinitionList rows={release} />}
      {sentDetails.tracks.map((rows, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks of a submission never move.
        <div key={index}>
          <h3>{tracks[index]?.title || `Track ${index + 1}`}</h3>
          <DefinitionList rows={rows} />
        </div>
      ))}
    </Stack>
  );
}

type ReviewFile = Pick<StoredFile, "uploadId" | "kind" | "fileName" | "size"> & {
  probe: Probe | null;
  preview?: string | undefined;
  /** An address that anybody with the link can open. */
  url: string;
};

interface ReviewSubmission {
  form: ReleaseForm;
  files: ReviewFile[];
  clips: ClipOfFolder[];
  findings: Record<string, AudioFindings | null>;
  /** The details that the artist added later for distribution. */
  releaseDetails: DistributionDetails | undefined;
  places: NonNullable<ComponentProps<typeof ReviewHead>["places"]>;
  forArtist: ComponentProps<typeof ArtistVisiblePanel>["details"];
  /** Whether the artist has signed no agreement, here or on paper. */
  isUnsigned: boolean;
}

interface ReviewPageProps {
  item: ReviewItem;
  overdue: boolean;
  mine: boolean;
  navigation: ComponentProps<typeof ReviewNav>;
  /** The path and query of this page. */
  currentPath: string;
  submission: ReviewSubmission | undefined;
  /** The answers of a waiting-list entry by field name, and its invitation. */
  entry:
    | {
        left: Record<string, string>;
        invitation: EntryInvitation | undefined;
        places: ComponentProps<typeof ReviewHead>["places"];
      }
    | undefined;
  history: ComponentProps<typeof StatusHistory>["history"];
  notes: ComponentProps<typeof Notes>["notes"];
  jobs: ComponentProps<typeof Jobs>["jobs"];
  mails: ComponentProps<typeof Jobs>["mails"];
  /** With their fields filled for this item. */
  savedReasons: ComponentProps<typeof DecisionForm>["savedReasons"];
  /** The entry that was decided just before this one was opened. */
  decided: { text: string; path: string } | undefined;
  /** The notice of the last action. */
  notice: string | undefined;
  reply: ReviewReply;
}

/** The review page of one item: content on one side, decisions on the other. */
export function ReviewPage(props: ReviewPageProps) {
  const { item, overdue, mine, navigation, submission, entry, history, notes, jobs, mails } = props;
  const { notice, decided, reply, currentPath, savedReasons } = props;
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble = reply.trouble ?? (isListed ? undefined : reply.job?.text);
  const cover = submission?.files.find(({ kind }) => kind === "artwork");
  const isAnswered = entry !== undefined && (item.status === INVITED || entry.invitation);
  const url = cover && filePath({ id: cover.uploadId, fileName: cover.fileName });
  return (
    <Stack gap="md">
      <ReviewNav {...navigation} />
      {notice && reply === EMPTY_REVIEW_REPLY && (
        <Alert role="status" color="good" p="sm">
          {notice}
        </Alert>
      )}
      {decided && reply === EMPTY_REVIEW_REPLY && (
        <Alert role="status" color="good" p="sm">
          {decided.text} <a href={decided.path}>Open it again</a>
        </Alert>
      )}
      <div className={styles.columns}>
        <Stack gap="lg">
          <ReviewHead
            item={item}
            overdue={overdue}
            artwork={cover && url ? { preview: cover.preview, url } : undefined}
            places={submission?.places ?? entry?.places}
          />
          {submission && <Submitted id={item.id} {...submission} />}
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
          </Paper>
          {entry && (
            <Paper p="sm">
              <InviteForm item={item} invitation={entry.invitation} />
            </Paper>
          )}
          {!isAnswered && (
            <QuickDecision
              item={item}
              revision={item.revision}
              statuses={statusesFor(item.kind)}
              savedReasons={savedReasons}
            />
          )}
          {!isAnswered && (
            <Paper p="sm">
              <DecisionForm
                item={item}
                isUnsigned={submission?.isUnsigned === true}
                savedReasons={savedReasons}
                reply={reply}
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
            <Notes notes={notes} reply={reply} />
          </Paper>
          <Paper p="sm">
            <StatusHistory history={history} />
          </Paper>
        </Stack>
      </div>
    </Stack>
  );
}

function Submitted({
  id,
  form,
  files,
  clips,
  findings,
  releaseDetails,
}: ReviewSubmission & { id: string }) {
  const findingsFor = (uploadId: string | undefined) => (uploadId ? findings[uploadId] : undefined);
  return (
    <>
      {form.tracks.length > 0 && (
        <Stack component="section">
          <h2>Tracks</h2>
          <Stack component="ol" gap="lg" className={styles.tracks}>
            {form.tracks.map((track, index) => (
              <TrackCard
                key={track.uploadId ?? `track ${index}`}
                track={track}
                number={index + 1}
                file={files.find(({ uploadId }) => uploadId === track.uploadId)}
                clips={clips.filter(({ uploadId }) => uploadId === track.uploadId)}
                found={findingsFor(track.uploadId)}
              />
            ))}
          </Stack>
        </Stack>
      )}
      {releaseDetails && <DistributionSection sentDetails={releaseDetails} tracks={form.tracks} />}
      <ReleaseDetails form={form} />
      <Files id={id} folders={foldersOf(form, files, clips)} />
    </>
  );
}
