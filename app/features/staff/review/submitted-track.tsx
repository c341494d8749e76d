import { Box, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { clipPath } from "~/domain/clips/clip-path";
import { type AudioFindings, audioFindingsSchema } from "~/domain/media/audio-findings";
import type { TrackMoment } from "~/domain/review/note-parts";
import { fieldsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import { audioAdvice } from "~/domain/uploads/advice/advice";
import type { Probe } from "~/domain/uploads/probe";
import { filePath } from "~/domain/uploads/upload";
import { longDate } from "~/platform/formats/dates";
import { formatIsrc } from "~/platform/formats/isrc";
import { playingTime } from "~/platform/formats/playing-time";
import { IntentButton } from "~/ui/intent-button";
import { AudioPreview } from "~/ui/player/audio-preview";
import styles from "../row-list.module.css";
import { DefinitionList } from "./definition-list";
import { MomentAnchors } from "./note-text";
import type { ReviewSubmission } from "./review-page.server";
import { StoreAdviceList } from "./store-advice";

const replySchema = v.object({ findings: v.nullable(audioFindingsSchema) });

/** The queue of measurements: one at a time, since each takes the server a moment. */
let lastMeasurement: Promise<unknown> = Promise.resolve();

async function fetchFindings(uploadId: string): Promise<AudioFindings | null | undefined> {
  const reply = await fetch(`/staff/tracks/${encodeURIComponent(uploadId)}`);
  if (!reply.ok || reply.redirected) return undefined;
  const result = v.safeParse(replySchema, await reply.json());
  return result.success ? result.output.findings : undefined;
}

/**
 * The audio findings of a stored track; requested after load if they are not stored yet and no job is to
 * measure them. Undefined while they are unknown.
 */
function useFindings(
  uploadId: string | undefined,
  knownFindings: AudioFindings | null | undefined,
  isBeingMeasured: boolean,
): AudioFindings | null | undefined {
  const [loadedFindings, setLoadedFindings] = useState(knownFindings);
  useEffect(() => {
    if (knownFindings !== undefined || isBeingMeasured || uploadId === undefined) return;
    let isWanted = true;
    const measurement = lastMeasurement.then(async () => {
      if (!isWanted) return;
      const findings = await fetchFindings(uploadId).catch(() => undefined);
      if (isWanted) setLoadedFindings(findings);
    });
    lastMeasurement = measurement;
    return () => {
      isWanted = false;
    };
  }, [uploadId, knownFindings, isBeingMeasured]);
  return knownFindings === undefined ? loadedFindings : knownFindings;
}

interface TrackCardProps {
  track: RecordedTrack;
  number: number;
  file: ReviewSubmission["files"][number] | undefined;
  clips: ReviewSubmission["clips"];
  /** When the release was sent, in ISO format. */
  sentAt: string;
  advice: ReviewSubmission["advice"];
  /** Its moments that notes name. */
  moments: readonly TrackMoment[];
  /** The stored findings; undefined if it was never measured. */
  found: AudioFindings | null | undefined;
  /** Whether a job is to measure it. */
  isBeingMeasured: boolean;
}

/** The tags of a track's file, for comparing. */
function fileSays(probe: Probe | null | undefined): string {
  const { title, artist, isrc } = (probe?.kind === "wav" && probe.tags) || {};
  return [
    title && `title "${title}"`,
    artist && `artist "${artist}"`,
    isrc && `ISRC ${formatIsrc(isrc)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** A track with its player, audio findings, credits and clips. */
export function TrackCard(props: TrackCardProps) {
  const { track, number, file, clips, sentAt, advice, moments, found, isBeingMeasured } = props;
  const title = track.title || `Track ${number}`;
  const findings = useFindings(file?.uploadId, found, isBeingMeasured);
  return (
    <Stack component="li" id={`track-${number}`} data-track>
      <MomentAnchors moments={moments} />
      <h3>
        <Text component="span" inherit c="dimmed">
          {number}
        </Text>{" "}
        {title}
      </h3>
      <StoreAdviceList advice={advice} />
      {file ? (
        <AudioPreview
          src={filePath({ id: file.uploadId, fileName: file.fileName })}
          label={title}
          seconds={file.probe?.kind === "wav" ? file.probe.seconds : undefined}
          waveform={findings?.waveform}
        />
      ) : (
        <Text size="sm" c="dimmed">
          This track came without a file.
        </Text>
      )}
      {file && <Findings file={file} findings={findings} isBeingMeasured={isBeingMeasured} />}
      <DefinitionList
        rows={[
          ...fieldsAt(formFields.track, "staff").map(
            ({ label, text }) => [label, text(track)] as const,
          ),
          ["The file says", fileSays(file?.probe)],
        ]}
      />
      {track.socialClipsEnabled && <Clips track={track} clips={clips} sentAt={sentAt} />}
    </Stack>
  );
}

function Findings({
  file,
  findings,
  isBeingMeasured,
}: {
  file: ReviewSubmission["files"][number];
  findings: AudioFindings | null | undefined;
  isBeingMeasured: boolean;
}) {
  const { probe } = file;
  const audioNotes = findings ? audioAdvice(findings) : [];
  const format =
    probe?.kind === "wav"
      ? [
          `${probe.format.toUpperCase()} ${probe.bitsPerSample} bit`,
          `${probe.sampleRate / 1000} kHz`,
          probe.channels === 2
            ? "stereo"
            : probe.channels === 1
              ? "mono"
              : `${probe.channels} channels`,
          playingTime(probe.seconds),
        ].join(", ")
      : "";
  return (
    <Stack gap="xs" c="dimmed" fz="sm">
      {format && <p>{format}</p>}
      {findings === undefined && (
        <form method="post">
          <input type="hidden" name="upload" value={file.uploadId} />
          {isBeingMeasured && <p>This track is being measured. Load the page again in a minute.</p>}
          <IntentButton intent="listen" variant="subtle">
            {isBeingMeasured ? "Measure it now" : "Measure this track"}
          </IntentButton>
        </form>
      )}
      {findings === null && <p>This file can't be measured.</p>}
      {findings && audioNotes.length === 0 && <p>Nothing stands out in its sound.</p>}
      {audioNotes.length > 0 && (
        <Box component="ul" pl="sm">
          {audioNotes.map(({ code, text, tone }) => (
            <Box component="li" key={code} c={tone === "advice" ? "var(--waiting)" : undefined}>
              {text}
            </Box>
          ))}
        </Box>
      )}
    </Stack>
  );
}

function Clips({ track, clips, sentAt }: Pick<TrackCardProps, "track" | "clips" | "sentAt">) {
  return (
    <div>
      <Text component="h4" fw={600}>
        Social clips
      </Text>
      <ol className={styles.list}>
        {track.socialClips.map(({ id, startTime, endTime, description }) => {
          const clip = clips.find((candidate) => candidate.clipId === id);
          return (
            <li key={id}>
              <p>
                {startTime} to {endTime}
                {description && `: ${description}`}
              </p>
              {clip?.state === "cut" && (
                <AudioPreview
                  src={clipPath(clip, clip.fileName)}
                  label={`clip ${clip.number} of ${track.title}`}
                />
              )}
              <Text size="sm" c="dimmed">
                {clip &&
                  clip.releaseDate >= sentAt.slice(0, 10) &&
                  `Out ${longDate(clip.releaseDate)}. `}
                {!clip || clip.state === "waiting" ? "Being cut. " : ""}
                {clip?.state === "failed" && `Could not be cut: ${clip.reason} `}
                {clip?.note}
              </Text>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
