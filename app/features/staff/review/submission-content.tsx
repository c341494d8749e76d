import { Alert, Stack, Text } from "@mantine/core";
import { trackIdAt } from "~/domain/artists/release-tracks";
import type { TrackMoment } from "~/domain/review/note-parts";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import { longTime } from "~/platform/formats/dates";
import { foldersOf } from "../folder/folders-of";
import { DefinitionList } from "./definition-list";
import { Files } from "./files-and-work";
import styles from "./review.module.css";
import type { ReviewSubmission } from "./review-page.server";
import { ReleaseAdviceSection } from "./store-advice";
import { ReleaseDetails } from "./submitted-release";
import { TrackCard } from "./submitted-track";

/** What the artist has not answered or proved about rights. */
function RightsGaps({ gaps }: { gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Alert title="Rights: ask the artist about" color="waiting">
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </Alert>
  );
}

interface DistributionSectionProps {
  sentDetails: DistributionDetails;
  tracks: readonly Pick<RecordedTrack, "title">[];
  proofs: ReviewSubmission["proofs"];
}

/** What the artist added for distribution, and the songwriters' answers about their shares. */
function DistributionSection({ sentDetails, tracks, proofs }: DistributionSectionProps) {
  const { sentAt, rightsGaps, release } = sentDetails;
  return (
    <Stack component="section">
      <h2>Release details</h2>
      <Text size="sm" c="dimmed">
        {sentAt ? `Sent on ${longTime(sentAt)}` : "Not sent yet; songwriters were asked"}
      </Text>
      <RightsGaps gaps={rightsGaps} />
      {proofs.length > 0 && (
        <div>
          <h3>Files that prove rights</h3>
          <DefinitionList
            rows={proofs.map(({ proves, fileName, url }) => [
              proves,
              <a key={url} href={url} download>
                {fileName}
              </a>,
            ])}
          />
        </div>
      )}
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

interface SubmittedProps extends ReviewSubmission {
  id: string;
  /** The moments of tracks that notes name. */
  moments: readonly TrackMoment[];
  /** Uploads that a job is to measure. */
  measuring: ReadonlySet<string>;
}

/** Everything that the artist sent. */
export function Submitted({
  id,
  moments,
  form,
  sentAt,
  files,
  clips,
  advice,
  findings,
  releaseDetails,
  proofs,
  measuring,
}: SubmittedProps) {
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
                moments={moments.filter(({ track: number }) => number === index + 1)}
                file={files.find(({ uploadId }) => uploadId === track.uploadId)}
                clips={clips.filter(({ uploadId }) => uploadId === track.uploadId)}
                sentAt={sentAt}
                advice={advice.filter(({ subject }) => subject === trackIdAt(index))}
                found={findingsFor(track.uploadId)}
                isBeingMeasured={measuring.has(track.uploadId ?? "")}
              />
            ))}
          </Stack>
        </Stack>
      )}
      {releaseDetails && (
        <DistributionSection sentDetails={releaseDetails} tracks={form.tracks} proofs={proofs} />
      )}
      <ReleaseAdviceSection advice={advice} />
      <ReleaseDetails form={form} sentAt={sentAt} />
      <Files id={id} folders={foldersOf(form, files, clips)} />
    </>
  );
}
