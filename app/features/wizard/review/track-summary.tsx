import { Box, Group, Stack, Text } from "@mantine/core";
import { clipBeyondTrackText, type SocialClip } from "~/domain/clips/clip-rules";
import { formFields } from "~/domain/submission/fields/form-fields";
import type { Track } from "~/domain/submission/music/track";
import type { Gap } from "~/domain/submission/run/obstacle";
import { audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { longDate } from "~/platform/formats/dates";
import { AudioPreview } from "~/ui/player/audio-preview";
import layout from "../layout.module.css";
import { MediaObject } from "../sleeve";
import { usePicture } from "../upload/use-picture";
import { useWaveform } from "../upload/use-waveform";
import { changePath } from "./change-path";
import { describeFile } from "./describe-file";
import { ChangeLink, FieldRows, SummaryList, SummaryRow } from "./summary-rows";

/** A track as it will be submitted: audio, credits, clips. */
export function TrackSummary(props: {
  track: Track;
  number: number;
  files: readonly FileView[];
  /** Whether the tracks come out one by one. */
  waterfall: boolean;
  missing: readonly Gap[];
}) {
  const { track, number, files, waterfall, missing } = props;
  const title = track.title || `Track ${number}`;
  const fieldPath = (field: string) => changePath("music", `tracks[${number - 1}].${field}`);
  const findFile = (slot: string) => files.find((file) => file.slot === slot);
  const audio = findFile(audioSlot(track.id));
  const waveform = useWaveform(audioSlot(track.id), audio);
  const probe = audio?.state === "complete" ? audio.probe : undefined;
  const seconds = probe?.kind === "wav" ? probe.seconds : undefined;
  const artwork =
    waterfall && track.useCustomArtwork ? findFile(customArtworkSlot(track.id)) : undefined;
  return (
    <Stack component="li" gap="xs" className={number > 1 ? layout.ruled : undefined}>
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Box component="h3" miw={0}>
          <Text span c="dimmed" inherit>
            {number}
          </Text>{" "}
          {title}
        </Box>
        <ChangeLink to={fieldPath("title")} label={`title of ${title}`} />
      </Group>
      {missing.length > 0 && (
        <Text c="var(--waiting)" fw={600}>
          {missing.map(({ text }) => text).join(" · ")}
        </Text>
      )}
      {audio?.state === "complete" && (
        <AudioPreview src={audio.url} label={title} seconds={seconds} waveform={waveform} />
      )}
      <SummaryList>
        <SummaryRow
          term="Audio"
          value={audio && describeFile(audio)}
          to={fieldPath("file")}
          owner={title}
        />
        {waterfall && (
          <SummaryRow
            term="Release date"
            value={longDate(track.releaseDate)}
            to={fieldPath("releaseDate")}
            owner={title}
          />
        )}
        {waterfall && track.useCustomArtwork && (
          <SummaryRow
            term="Artwork of this track"
            to={fieldPath("customArtwork")}
            owner={title}
            value={artwork && <TrackArtwork file={artwork} title={title} />}
          />
        )}
        <FieldRows fields={formFields.track} answers={track} to={fieldPath} owner={title} />
        {track.socialClipsEnabled && (
          <SummaryRow
            term="Social clips"
            to={fieldPath("socialClips[0].startTime")}
            owner={title}
            value={track.socialClips.map((clip) => describeClip(clip, seconds)).join("\n")}
          />
        )}
      </SummaryList>
    </Stack>
  );
}

/** Describes a clip, and what happens if the track is too short for it. */
function describeClip(clip: SocialClip, seconds: number | undefined): string {
  const { startTime, endTime, description } = clip;
  const beyond = clipBeyondTrackText(clip, seconds);
  return `${startTime} to ${endTime}${description && `: ${description}`}${beyond ? ` (${beyond})` : ""}`;
}

function TrackArtwork({ file, title }: { file: FileView; title: string }) {
  return (
    <MediaObject small {...usePicture(file.slot, file)} alt={`Artwork of ${title}`}>
      {describeFile(file)}
    </MediaObject>
  );
}
