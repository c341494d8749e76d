import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";
import type { Probe } from "~/domain/uploads/probe";
import { otherFileName, type SlotConflict } from "~/domain/uploads/slot-conflict";
import { keepFileIntent, REMOVE_FILE } from "~/domain/uploads/slots";
import { type FileView, uploadTime } from "~/domain/uploads/upload";
import type { UploadFacts } from "~/domain/uploads/upload-state";
import { localTime, utcTime } from "~/forms/autosave/autosave-state";
import { formatBytes } from "~/platform/formats/bytes";
import { longDate } from "~/platform/formats/dates";
import { playingTime } from "~/platform/formats/playing-time";
import { AudioPreview } from "~/ui/player/audio-preview";
import { useHydrated } from "~/ui/use-hydrated";
import styles from "./two-versions.module.css";
import { uploads } from "./uploads.client";

/** One of the two files, as far as it is known here. */
interface Version {
  fileName: string;
  /** Bytes. */
  size: number;
  /** When it was chosen, in milliseconds since the epoch. */
  chosenAt: number;
  probe?: Probe | null | undefined;
  /** In LUFS. */
  loudness?: number | undefined;
  /** Where it can be listened to, or a picture of it seen. */
  src?: string | undefined;
}

interface Choice {
  label: string;
  /** For a page without script; undefined where only this tab has the file. */
  intent?: string;
  onChoose: () => void;
  /** The file that it takes; undefined where it takes none. */
  version?: Version | undefined;
}

interface TwoVersionsProps {
  slot: string;
  /** The upload of this tab. */
  live: UploadFacts | undefined;
  /** The slot's file on the server. */
  fileView: FileView | undefined;
}

const versionOfView = (file: Pick<FileView, "uploadId" | "fileName" | "size">): Version => ({
  ...file,
  chosenAt: uploadTime(file.uploadId),
});

function storedVersion({ url, probe, ...file }: FileView | NonNullable<SlotConflict["file"]>) {
  const loudness = probe?.kind === "wav" ? probe.loudness : undefined;
  const { preview } = file as Partial<FileView>;
  const src = probe?.kind === "wav" ? url : preview;
  return { ...versionOfView(file), probe, loudness, src };
}

/**
 * What another tab or device has put there; undefined where it has removed the file.
 * @param latest the slot's file by now: it may have arrived since.
 */
function otherVersion({ file }: SlotConflict, latest: FileView | undefined): Version | undefined {
  if (!file || file.state === "beside") return undefined;
  if (latest?.uploadId === (file.coming ?? file).uploadId) return storedVersion(latest);
  return file.coming ? versionOfView(file.coming) : storedVersion(file);
}

/** The file of this page and what another tab or device has put in its place. */
function ofThisTab(
  { slot, fileView }: TwoVersionsProps,
  live: UploadFacts,
  conflict: SlotConflict,
  chosenFileUrl: string | undefined,
) {
  const { fileName, uploadId, size, probe, loudness, chosenAt = 0, preview, url } = live;
  const other = otherFileName(conflict);
  const isSameName = other === fileName;
  const where =
    conflict.by === "this-browser" ? "in another tab" : "in another browser or on another device";
  const text =
    other === undefined
      ? `"${fileName}" was removed ${where}. Do you want it after all?`
      : `"${other}" was chosen here ${where}. "${fileName}" isn't in your release yet, and nothing is lost. Which file do you want?`;
  const picture = preview?.status === "made" ? preview.src : undefined;
  const src = probe?.kind === "wav" ? (chosenFileUrl ?? url) : picture;
  const keepMine: Choice = {
    label: isSameName ? "Keep the one from this page" : `Keep ${fileName}`,
    onChoose: () => {
      // Without its bytes here, the server may have all of them.
      if (!uploads.tryAgain(slot) && uploadId && size > 0) void uploads.change(slot, uploadId);
    },
    version: { fileName, size, chosenAt, probe, loudness, src },
  };
  const otherLabel = isSameName ? "Keep the other one" : `Keep ${other}`;
  const keepTheirs: Choice = {
    label: other === undefined ? "Leave it out" : otherLabel,
    onChoose: () => uploads.keepOther(slot),
    version: otherVersion(conflict, fileView),
  };
  return { text, choices: [keepMine, keepTheirs] };
}

/** Whole files at the server: the one in its place, and one that lost it before it arrived. */
function ofServer(slot: string, file: FileView) {
  const { fileName, uploadId, other, state } = file;
  const choiceOf = (id: string, label: string, version: Version): Choice => ({
    label,
    intent: keepFileIntent(slot, id),
    onChoose: () => void uploads.change(slot, id),
    version,
  });
  if (state === "beside") {
    const leaveOut: Choice = {
      label: "Leave it out",
      intent: REMOVE_FILE + slot,
      onChoose: () => void uploads.change(slot, null),
    };
    return {
      text: `"${fileName}" has arrived. It isn't in your release, as the file here was removed in another tab or on another device. Do you want it after all?`,
      choices: [choiceOf(uploadId, `Keep ${fileName}`, storedVersion(file)), leaveOut],
    };
  }
  if (!other || state !== "complete") return undefined;
  const isSameName = other.fileName === fileName;
  return {
    text: `"${other.fileName}" has arrived, too. It isn't in your release, as "${fileName}" was chosen in another tab or on another device. Which file do you want?`,
    choices: [
      choiceOf(
        other.uploadId,
        isSameName ? "Take the one that came now" : `Keep ${other.fileName}`,
        versionOfView(other),
      ),
      choiceOf(
        uploadId,
        isSameName ? "Keep the one before" : `Keep ${fileName}`,
        storedVersion(file),
      ),
    ],
  };
}

/** When a file was chosen: today's by their time alone. */
function useTimeText() {
  const hydrated = useHydrated();
  return (at: number) => {
    const day = longDate(new Date(at).toISOString());
    const time = hydrated ? localTime(at) : utcTime(at);
    return hydrated && new Date(at).toDateString() === new Date().toDateString()
      ? time
      : `${day}, ${time}`;
  };
}

/** What tells one file from the other: when it was chosen, how long and how loud it is, and its sound. */
function VersionFacts({ version }: { version: Version }) {
  const { fileName, size, chosenAt, probe, loudness, src } = version;
  const timeText = useTimeText();
  const facts = [
    chosenAt > 0 && `Chosen ${timeText(chosenAt)}`,
    probe?.kind === "wav" ? playingTime(probe.seconds) : formatBytes(size),
    loudness !== undefined && `Loudness ${loudness.toFixed(1)} LUFS`,
  ];
  return (
    <Stack gap={4}>
      <Text fw={600}>{fileName}</Text>
      <Text size="sm">{facts.filter(Boolean).join(" · ")}</Text>
      {src && probe?.kind === "wav" && (
        <AudioPreview src={src} label={fileName} seconds={probe.seconds} />
      )}
      {src && probe?.kind !== "wav" && <img src={src} alt={fileName} width={96} height={96} />}
    </Stack>
  );
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const newUrl = file && URL.createObjectURL(file);
    setUrl(newUrl);
    return () => void (newUrl && URL.revokeObjectURL(newUrl));
  }, [file]);
  return url;
}

/** Lets the artist choose between two files for one field. Must be drawn inside its form. */
export function TwoVersions(props: TwoVersionsProps) {
  const { slot, live, fileView } = props;
  // The file that another tab or device has sent may be new to this page.
  const { revalidate } = useRevalidator();
  const conflict = live?.conflict;
  const chosenFileUrl = useObjectUrl(conflict && uploads.table.entryIn(slot)?.file);
  const serverQuestion = !live && fileView ? ofServer(slot, fileView) : undefined;
  const question =
    live && conflict ? ofThisTab(props, live, conflict, chosenFileUrl) : serverQuestion;
  if (!question) return null;
  const titleId = `two-versions-${slot}`;
  return (
    <Paper component="section" aria-labelledby={titleId} p="sm" w="100%" bg="var(--waiting-wash)">
      <Stack gap="sm">
        <Text id={titleId} fw={700} role="alert">
          Two versions of this file
        </Text>
        <p>{question.text}</p>
        <div className={styles.versions}>
          {question.choices.map(
            ({ label, version }) => version && <VersionFacts key={label} version={version} />,
          )}
        </div>
        <Group gap="xs">
          {question.choices.map(({ label, intent, onChoose }, index) => (
            <Button
              key={label}
              type={intent === undefined ? "button" : "submit"}
              name={intent === undefined ? undefined : "intent"}
              value={intent}
              variant={index === 0 ? "filled" : "default"}
              onClick={(event: MouseEvent) => {
                event.preventDefault();
                onChoose();
                revalidate();
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}
