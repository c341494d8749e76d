import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import type { MouseEvent } from "react";
import {
  keepOther,
  keepStoredFile,
  remove,
  retry,
} from "~/domain/uploads/sending/upload-queue.client";
import { otherFileName } from "~/domain/uploads/slot-conflict";
import { keepFileIntent, REMOVE_FILE } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import type { UploadState } from "~/domain/uploads/upload-state";

interface Choice {
  label: string;
  /** For a page without script; undefined where only this tab has the file. */
  intent?: string;
  onChoose: () => void;
}

interface TwoVersionsProps {
  slot: string;
  /** The upload of this tab. */
  live: UploadState | undefined;
  /** The slot's file on the server. */
  fileView: FileView | undefined;
}

/** The file of this page and what another tab or device has put in its place. */
function ofThisTab(slot: string, { fileName, conflict, uploadId, size }: UploadState) {
  const other = conflict && otherFileName(conflict);
  const isSameName = other === fileName;
  const text =
    other === undefined
      ? `"${fileName}" was removed in another tab or on another device. Do you want it after all?`
      : `"${other}" was chosen here in another tab or on another device. "${fileName}" isn't in your release yet, and nothing is lost. Which file do you want?`;
  const keepMine: Choice = {
    label: isSameName ? "Keep the one from this page" : `Keep ${fileName}`,
    onChoose: () => {
      // Without its bytes here, the server may have all of them.
      if (!retry(slot) && uploadId && size > 0) void keepStoredFile(slot, uploadId);
    },
  };
  const otherLabel = isSameName ? "Keep the other one" : `Keep ${other}`;
  const keepTheirs: Choice = {
    label: other === undefined ? "Leave it out" : otherLabel,
    onChoose: () => keepOther(slot),
  };
  return { text, choices: [keepMine, keepTheirs] };
}

/** Whole files at the server: the one in its place, and one that lost it before it arrived. */
function ofServer(slot: string, { fileName, uploadId, other, state }: FileView) {
  const choiceOf = (id: string, label: string): Choice => ({
    label,
    intent: keepFileIntent(slot, id),
    onChoose: () => void keepStoredFile(slot, id),
  });
  if (state === "beside") {
    const leaveOut = {
      label: "Leave it out",
      intent: REMOVE_FILE + slot,
      onChoose: () => void remove(slot),
    };
    return {
      text: `"${fileName}" has arrived. It isn't in your release, as the file here was removed in another tab or on another device. Do you want it after all?`,
      choices: [choiceOf(uploadId, `Keep ${fileName}`), leaveOut],
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
      ),
      choiceOf(uploadId, isSameName ? "Keep the one before" : `Keep ${fileName}`),
    ],
  };
}

/** Lets the artist choose between two files for one field. Must be drawn inside its form. */
export function TwoVersions({ slot, live, fileView }: TwoVersionsProps) {
  // The file that another tab or device has sent may be new to this page.
  const { revalidate } = useRevalidator();
  const serverQuestion = !live && fileView ? ofServer(slot, fileView) : undefined;
  const question = live?.conflict ? ofThisTab(slot, live) : serverQuestion;
  if (!question) return null;
  const titleId = `two-versions-${slot}`;
  return (
    <Paper component="section" aria-labelledby={titleId} p="sm" w="100%" bg="var(--waiting-wash)">
      <Stack gap="xs">
        <Text id={titleId} fw={700} role="alert">
          Two versions of this file
        </Text>
        <p>{question.text}</p>
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
