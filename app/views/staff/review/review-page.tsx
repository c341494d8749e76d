import type { ComponentProps } from "react";
import type { AudioFindings } from "~/media/audio-findings";
import type { ReviewItem } from "~/staff/review/review-item";
import { NOTHING_TYPED, type ReviewReply } from "~/staff/review/review-reply";
import type { ReleaseForm, StoredFile } from "~/submission/record/release-form";
import type { Probe } from "~/uploads/probe";
import { filePath } from "~/uploads/upload";
import { type ClipOfFolder, foldersOf } from "../folder/folders-of";
import { Assignment } from "./assignment";
import { DecisionForm } from "./decision-form";
import { Files, Jobs, Mails } from "./files-and-work";
import { Notes, StatusHistory } from "./history";
import { ReleaseDetails } from "./release-details";
import styles from "./review.module.css";
import { ReviewHead, ReviewWays } from "./review-head";
import { TrackCard } from "./track-card";
import { Entry, type EntryInvitation, Invite } from "./waiting-entry";

type ShownFile = Pick<StoredFile, "uploadId" | "kind" | "fileName" | "size"> & {
  probe: Probe | null;
  preview?: string | undefined;
  /** Where it opens for whoever has the link. */
  url: string;
};

interface ShownSubmission {
  form: ReleaseForm;
  files: ShownFile[];
  clips: ClipOfFolder[];
  findings: Record<string, AudioFindings | null>;
  places: NonNullable<ComponentProps<typeof ReviewHead>["places"]>;
}

interface ReviewPageProps {
  item: ReviewItem;
  overdue: boolean;
  mine: boolean;
  ways: ComponentProps<typeof ReviewWays>;
  submission: ShownSubmission | undefined;
  /** What somebody has left with the waiting list, by the names of its fields, and their invitation. */
  entry: { left: Record<string, string>; invitation: EntryInvitation | undefined } | undefined;
  history: ComponentProps<typeof StatusHistory>["history"];
  notes: ComponentProps<typeof Notes>["notes"];
  jobs: ComponentProps<typeof Jobs>["jobs"];
  mails: ComponentProps<typeof Jobs>["mails"];
  /** What was just done. */
  said: string | undefined;
  reply: ReviewReply;
}

/** Everything about one entry: to be listened to on one side, and decided on the other. */
export function ReviewPage(props: ReviewPageProps) {
  const { item, overdue, mine, ways, submission, entry, history, notes, jobs, mails } = props;
  const { said, reply } = props;
  const isListed = jobs.some(({ id }) => id === reply.job?.id);
  const trouble = reply.trouble ?? (isListed ? undefined : reply.job?.text);
  const cover = submission?.files.find(({ kind }) => kind === "artwork");
  const url = cover && filePath({ id: cover.uploadId, fileName: cover.fileName });
  return (
    <div className={styles.page}>
      <ReviewWays {...ways} />
      {said && reply === NOTHING_TYPED && (
        <p role="status" className={styles.done}>
          {said}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <ReviewHead
            item={item}
            overdue={overdue}
            artwork={cover && url ? { preview: cover.preview, url } : undefined}
            places={submission?.places}
          />
          {submission && <Submitted id={item.id} {...submission} />}
          {entry && <Entry left={entry.left} />}
          <Jobs jobs={jobs} mails={mails} reply={reply} />
          <Mails mails={mails} />
        </div>
        <div className={styles.desk} id="desk">
          {trouble && (
            <p role="alert" className={styles.trouble}>
              {trouble}
            </p>
          )}
          <Assignment item={item} mine={mine} />
          {entry && <Invite id={item.id} invitation={entry.invitation} />}
          <DecisionForm item={item} reply={reply} />
          <Notes notes={notes} reply={reply} />
          <StatusHistory history={history} />
        </div>
      </div>
    </div>
  );
}

function Submitted({ id, form, files, clips, findings }: ShownSubmission & { id: string }) {
  const found = (uploadId: string | undefined) => (uploadId ? findings[uploadId] : undefined);
  return (
    <>
      {form.tracks.length > 0 && (
        <section className={styles.stack}>
          <h2>Tracks</h2>
          <ol className={styles.tracks}>
            {form.tracks.map((track, index) => (
              <TrackCard
                key={track.uploadId ?? `track ${index}`}
                track={track}
                number={index + 1}
                file={files.find(({ uploadId }) => uploadId === track.uploadId)}
                clips={clips.filter(({ uploadId }) => uploadId === track.uploadId)}
                found={found(track.uploadId)}
              />
            ))}
          </ol>
        </section>
      )}
      <ReleaseDetails form={form} />
      <Files id={id} folders={foldersOf(form, files, clips)} />
    </>
  );
}
