import { Alert, Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { trackIdAt } from "~/domain/artists/release-tracks";
import type { AudioFindings } from "~/domain/media/audio-findings";
import type { ArtistBackground } from "~/domain/review/artist-background.server";
import type { TrackMoment } from "~/domain/review/note-parts";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import type { Probe } from "~/domain/uploads/probe";
import { longTime } from "~/platform/formats/dates";
import { type ClipOfFolder, foldersOf } from "../folder/folders-of";
import type { ArtistVisiblePanel } from "./artist-visible-panel";
import { DefinitionList } from "./definition-list";
import { Files } from "./files-and-work";
import styles from "./review.module.css";
import type { ReviewHead } from "./review-head";
import { ReleaseAdviceSection, type StoreAdvice } from "./store-advice";
import { ReleaseDetails } from "./submitted-release";
import { TrackCard } from "./submitted-track";
import type { VersionsOfRelease } from "./versions";
import type { WaitsFor } from "./waits-for";

/** What the artist has not answered or proved about rights. */
function RightsGaps({ gaps }: { gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Alert title="Rights: ask the artist about" color="waiting" p="sm">
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
  proofs: readonly SentProofView[];
}

/** A file that proves rights. */
interface SentProofView {
  /** Such as "Track 1, Tide: Samples". */
  proves: string;
  fileName: string;
  url: string;
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

type ReviewFile = Pick<StoredFile, "uploadId" | "kind" | "fileName" | "size"> & {
  probe: Probe | null;
  preview?: string | undefined;
  /** An address that anybody with the link can open. */
  url: string;
};

/** What a submission holds, for the review page. */
export interface ReviewSubmission {
  form: ReleaseForm;
  /** In ISO format. */
  sentAt: string;
  files: ReviewFile[];
  clips: ClipOfFolder[];
  /** What stores may reject. */
  advice: readonly StoreAdvice[];
  findings: Record<string, AudioFindings | null>;
  /** The details that the artist added later for distribution. */
  releaseDetails: DistributionDetails | undefined;
  proofs: SentProofView[];
  places: NonNullable<ComponentProps<typeof ReviewHead>["places"]>;
  forArtist: ComponentProps<typeof ArtistVisiblePanel>["details"];
  /** Whether the artist has signed no agreement, here or on paper. */
  isUnsigned: boolean;
  versions: VersionsOfRelease | undefined;
  /** What the board says and the portal has not taken over, in sentences. */
  boardRefusal: readonly string[] | undefined;
  waitsFor: ComponentProps<typeof WaitsFor>["groups"];
  background: ArtistBackground;
  /** How it came: by the open form, an invitation or a returning artist's link. */
  cameBy: string;
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
