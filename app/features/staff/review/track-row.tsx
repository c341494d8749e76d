import { ActionIcon, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { clipPath } from "~/domain/clips/clip-path";
import { type AudioFindings, audioFindingsSchema } from "~/domain/media/audio-findings";
import type { TrackMoment } from "~/domain/review/note-parts";
import { fieldsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import type { Probe } from "~/domain/uploads/probe";
import { longDate } from "~/platform/formats/dates";
import { formatIsrc } from "~/platform/formats/isrc";
import { playingTime } from "~/platform/formats/playing-time";
import { IntentButton } from "~/ui/intent-button";
import { AudioPreview } from "~/ui/player/audio-preview";
import { useHydrated } from "~/ui/use-hydrated";
import { useDesk } from "../desk/desk-context";
import type { DockTrack } from "../desk/use-dock";
import { Wave } from "../desk/wave";
import { Dimmed } from "../dimmed";
import list from "../row-list.module.css";
import { type Definition, DefinitionList } from "./definition-list";
import styles from "./entry.module.css";
import type { EntryData } from "./entry-data";
import { MomentAnchors } from "./note-text";
import type { ReviewSubmission } from "./review-page.server";
import { trackFindingTexts } from "./track-finding";

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

/** The uploads that a job is to measure. */
export function filesBeingMeasured(
  jobs: readonly { type: string; subject: string; state: string }[],
): ReadonlySet<string> {
  const openJobs = jobs.filter(
    ({ type, state }) => type === "measure-track" && (state === "waiting" || state === "running"),
  );
  return new Set(openJobs.map(({ subject }) => subject));
}

interface TrackRowProps {
  title: string;
  number: number;
  file: ReviewSubmission["files"][number] | undefined;
  advice: EntryData["advice"];
  /** Its moments that notes name. */
  moments: readonly TrackMoment[];
  /** The stored findings; undefined if it was never measured. */
  found: AudioFindings | null | undefined;
  /** Whether a job is to measure it. */
  isBeingMeasured: boolean;
  /** What plays; undefined without a file. */
  dockTrack: DockTrack | undefined;
}

/** The format of a file: "WAV, 24 bit, 48 kHz, -14.1 LUFS". */
function formatText(probe: Probe | null, findings: AudioFindings | null | undefined): string {
  if (probe?.kind !== "wav") return "";
  const { format, bitsPerSample, sampleRate, channels } = probe;
  const loudness = findings?.loudness;
  return [
    `${format.toUpperCase()}, ${bitsPerSample} bit, ${sampleRate / 1000} kHz`,
    channels === 2 ? "" : channels === 1 ? "mono" : `${channels} channels`,
    typeof loudness === "number" ? `${loudness.toFixed(1).replace("-", "\u2212")} LUFS` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** A track: it plays in the player below, and says what stands out in it. */
export function TrackRow(props: TrackRowProps) {
  const { title, number, file, advice, moments, found, isBeingMeasured, dockTrack } = props;
  const findings = useFindings(file?.uploadId, found, isBeingMeasured);
  const { dock } = useDesk();
  const isScripted = useHydrated();
  const { src, seconds } = dockTrack ?? {};
  const isCurrent = src !== undefined && dock.track?.src === src;
  const isPlaying = isCurrent && dock.isPlaying;
  return (
    <li
      id={`track-${number}`}
      className={styles.track}
      data-track
      data-current={isCurrent || undefined}
    >
      <MomentAnchors moments={moments} />
      {dockTrack && isScripted && (
        <ActionIcon
          radius="50%"
          color="mahogany"
          variant={isCurrent ? "filled" : "default"}
          aria-label={`${isPlaying ? "Pause" : "Play"} ${title}`}
          onClick={() => dock.toggle(dockTrack)}
        >
          {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
        </ActionIcon>
      )}
      <div className={styles.trackText}>
        <p className={styles.trackTitle} title={title}>
          <span className={styles.number}>{number}</span> {title}
        </p>
        <TrackFindings
          file={file}
          findings={findings}
          advice={advice}
          isBeingMeasured={isBeingMeasured}
        />
        {src && !isScripted && (
          // biome-ignore lint/a11y/useMediaCaption: music has no captions.
          <audio src={src} controls preload="none" aria-label={title} />
        )}
      </div>
      {findings && <Wave findings={findings} played={isCurrent ? dock.played : 0} />}
      {seconds !== undefined && <span className={styles.length}>{playingTime(seconds)}</span>}
    </li>
  );
}

interface TrackFindingsProps extends Pick<TrackRowProps, "file" | "advice" | "isBeingMeasured"> {
  findings: AudioFindings | null | undefined;
}

/**
 * The first finding in a line, which opens on all of them; where there is none, the format. What is advised needs no
 * measuring.
 */
function TrackFindings({ file, findings, advice, isBeingMeasured }: TrackFindingsProps) {
  if (!file) return <p className={styles.line}>This track came without a file.</p>;
  const format = findings === undefined ? "" : formatText(file.probe, findings);
  const texts = [
    ...(findings === undefined ? [] : trackFindingTexts(findings)),
    ...advice.map(({ text, why }) => ({ short: text, text: `${text} ${why}`, isAdvice: true })),
  ];
  const first = texts.find(({ isAdvice }) => isAdvice);
  return (
    <>
      {findings === undefined && (
        <form method="post" className={styles.line}>
          <input type="hidden" name="upload" value={file.uploadId} />
          {isBeingMeasured && "Being measured. "}
          <IntentButton intent="listen" variant="transparent">
            {isBeingMeasured ? "Measure it now" : "Measure this track"}
          </IntentButton>
        </form>
      )}
      {texts.length === 0 ? (
        format && <p className={styles.line}>{format}</p>
      ) : (
        <details className={styles.line}>
          <summary data-tone={first && "waiting"}>
            {first && <IconAlertTriangle size={14} aria-hidden="true" />} {first?.short ?? format}
          </summary>
          <ul>
            {first && format && <li>{format}</li>}
            {texts.map(({ text, isAdvice }) => (
              <li key={text} data-tone={isAdvice ? "waiting" : undefined}>
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The answers about a track, and what its file says. */
export const trackRows = (track: RecordedTrack, file: TrackRowProps["file"]): Definition[] => [
  ...fieldsAt(formFields.track, "staff").map(({ label, text }) => [label, text(track)] as const),
  ["The file says", fileSays(file?.probe)],
];

interface TrackDetailsProps extends Pick<TrackRowProps, "number" | "file"> {
  track: RecordedTrack;
  clips: ReviewSubmission["clips"];
  /** When the release was sent, in ISO format. */
  sentAt: string;
}

/** The answers about a track, what its file says, and its clips. */
export function TrackDetails({ track, number, file, clips, sentAt }: TrackDetailsProps) {
  return (
    <Stack component="section" gap="xs">
      <h3>
        {number} {track.title || "No title"}
      </h3>
      <DefinitionList rows={trackRows(track, file)} />
      {track.socialClipsEnabled && <Clips track={track} clips={clips} sentAt={sentAt} />}
    </Stack>
  );
}

function Clips({ track, clips, sentAt }: Pick<TrackDetailsProps, "track" | "clips" | "sentAt">) {
  return (
    <div>
      <Text component="h4" fw={600}>
        Social clips
      </Text>
      <ol className={list.list}>
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
              <Dimmed>
                {clip &&
                  clip.releaseDate >= sentAt.slice(0, 10) &&
                  `Out ${longDate(clip.releaseDate)}. `}
                {!clip || clip.state === "waiting" ? "Being cut. " : ""}
                {clip?.state === "failed" && `Could not be cut: ${clip.reason} `}
                {clip?.note}
              </Dimmed>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
