import { Stack, Text } from "@mantine/core";
import type { AudioFindings } from "~/domain/media/audio-findings";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import { audioAdvice } from "~/domain/uploads/advice/advice";

interface Job {
  type: string;
  subject: string;
  state: string;
}

/** The uploads that a job is to measure. */
export function filesBeingMeasured(jobs: readonly Job[]): ReadonlySet<string> {
  const openJobs = jobs.filter(
    ({ type, state }) => type === "measure-track" && (state === "waiting" || state === "running"),
  );
  return new Set(openJobs.map(({ subject }) => subject));
}

type Sound = "conspicuous" | "unreadable" | "unmeasured" | "fine";

function soundOf(findings: AudioFindings | null | undefined): Sound {
  if (findings === undefined) return "unmeasured";
  if (findings === null) return "unreadable";
  return audioAdvice(findings).some(({ tone }) => tone === "advice") ? "conspicuous" : "fine";
}

const TEXTS: readonly (readonly [Sound, string])[] = [
  ["conspicuous", "Something stands out in:"],
  ["unreadable", "Can't be measured:"],
  ["unmeasured", "Not measured yet:"],
];

interface SoundSummaryProps {
  tracks: readonly Pick<RecordedTrack, "title" | "uploadId">[];
  findings: Readonly<Record<string, AudioFindings | null>>;
}

/** What the sound of all tracks says, beside the decision, with links to the tracks. */
export function SoundSummary({ tracks, findings }: SoundSummaryProps) {
  const sounds = tracks.flatMap(({ title, uploadId }, index) =>
    uploadId
      ? [{ sound: soundOf(findings[uploadId]), number: index + 1, name: title || "no title" }]
      : [],
  );
  const lines = TEXTS.map(([sound, text]) => {
    return { sound, text, found: sounds.filter((track) => track.sound === sound) };
  }).filter(({ found }) => found.length > 0);
  return (
    <Stack component="section" gap="xs">
      <Text component="h2" size="xl">
        Sound
      </Text>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {sounds.length === 0 ? "No track came with a file." : "Nothing stands out in any track."}
        </Text>
      )}
      {lines.map(({ sound, text, found }) => (
        <p key={sound}>
          {text}{" "}
          {found.map(({ number, name }, index) => (
            <span key={number}>
              {index > 0 && ", "}
              <a href={`#track-${number}`}>
                {number} ({name})
              </a>
            </span>
          ))}
        </p>
      ))}
    </Stack>
  );
}
