import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Advice } from "~/domain/uploads/advice/advice-shape";
import { headerAdvice } from "~/domain/uploads/advice/header-advice";
import { savedAdvice } from "~/domain/uploads/reading/saved-findings.client";
import type { FileView } from "~/domain/uploads/upload";
import {
  failureLabel,
  percentSent,
  type UploadFacts,
  type UploadState,
  uploadStatusText,
} from "~/domain/uploads/upload-state";
import {
  replacementPendingText,
  replacementRefusedText,
  UPLOAD_EXPIRED,
} from "~/domain/uploads/upload-texts";
import { formatBytes } from "~/platform/formats/bytes";
import { SupportContact } from "~/ui/support";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnMountAndChange } from "~/ui/use-on-change";
import fields from "../file-box.module.css";
import tones from "./tone.module.css";
import { UploadBar } from "./upload-bar";
import { useUploadProgress } from "./use-upload";

interface SlotFile<Upload = UploadState> {
  /** The upload of this tab. */
  live: Upload | undefined;
  /** The one on the server. */
  fileView: FileView | undefined;
}

type Tone = "done" | "failed" | "waiting" | "sending";

/** The text for a file that this tab does not upload. */
function storedFileText({ state, size, storedBytes }: FileView): string {
  if (state === "complete") return `Uploaded and ready: ${formatBytes(size)}`;
  if (state === "expired") return UPLOAD_EXPIRED;
  if (state === "beside") return "Uploaded, but not in your release.";
  return storedBytes === 0
    ? "Not fully sent. Choose the same file again to send it."
    : `${formatBytes(storedBytes)} of ${formatBytes(size)} is safely stored. Choose the same file again to send the rest.`;
}

/** The state of a file in words (specification, wizard, section 4, "Track"). */
function statusText({ live, fileView }: SlotFile): string {
  // The reason of a failure is the field's error.
  if (live) return live.phase === "failed" ? failureLabel(live) : uploadStatusText(live);
  return fileView ? storedFileText(fileView) : "";
}

function statusTone({ live, fileView }: SlotFile): Tone {
  if (!live) return fileView?.state === "complete" ? "done" : "waiting";
  switch (live.phase) {
    case "failed":
      return "failed";
    case "stored":
      return "done";
    case "waiting":
    case "paused":
    case "needs-file":
      return "waiting";
    default:
      return "sending";
  }
}

/**
 * The stored file that the current upload has not replaced: it was refused, or is still in flight, in this
 * tab or elsewhere.
 */
export function storedInPlace(
  live: UploadFacts | undefined,
  fileView: FileView | undefined,
): { fileName: string; uploadId: string } | undefined {
  if (live?.phase === "stored" || (!live && !fileView?.coming)) return undefined;
  const { fileName, uploadId } = live?.replaces ?? {};
  if (fileName !== undefined && uploadId !== undefined) return { fileName, uploadId };
  return fileView?.state === "complete" ? fileView : undefined;
}

/** What to show for a slot. A refused file does not replace the stored one, which is shown instead. */
function displayedFile<Upload extends UploadFacts>({ live: upload, fileView }: SlotFile<Upload>) {
  const refusedUpload = upload?.phase === "failed" ? upload : undefined;
  const storedFile = refusedUpload && storedInPlace(refusedUpload, fileView);
  return {
    refused: refusedUpload,
    storedFile,
    live: storedFile ? refusedUpload?.replaces : upload,
  };
}

interface FileStatusProps {
  slot: string;
  fileView: FileView | undefined;
  /** Shown while there is no file. */
  emptyText: string | undefined;
}

/** The file of a field: name, state and progress. */
export function FileStatus({ slot, fileView, emptyText }: FileStatusProps) {
  const upload = useUploadProgress(slot);
  const { refused, storedFile, live } = displayedFile({ live: upload, fileView });
  // Both files are shown with the question which one to keep.
  if (upload?.conflict) return <Announcement live={upload} />;
  const pending = upload ? undefined : fileView?.coming;
  const file = { live, fileView };
  if (!live && !fileView)
    return emptyText ? (
      <Text size="sm" className={`${tones.tone} ${fields.row} ${fields.awaiting}`}>
        {emptyText}
      </Text>
    ) : null;
  return (
    <Stack gap={4} className={fields.row} data-file>
      <Text fw={600}>{live?.fileName ?? fileView?.fileName}</Text>
      <Text size="sm" className={tones.tone} data-tone={statusTone(file)}>
        {statusText(file)}
      </Text>
      {live && live.phase !== "failed" && live.phase !== "stored" && <UploadBar live={live} />}
      {storedFile && refused && !refused.conflict && (
        <Text size="sm">{replacementRefusedText(refused.fileName, storedFile.fileName)}</Text>
      )}
      {pending && fileView && (
        <Text size="sm">{replacementPendingText(pending.fileName, fileView.fileName)}</Text>
      )}
      {live?.phase === "failed" && !live.conflict && <SupportContact />}
      <Announcement live={upload} />
    </Stack>
  );
}

/**
 * The advice on a field's file. Below its buttons, since advice from an earlier visit appears only after
 * hydration and must not move them.
 */
export function FoundInFile({ live: upload, fileView }: SlotFile<UploadFacts>) {
  return <FileAdvice advice={useFileAdvice({ live: upload, fileView })} />;
}

/** Advice from the file's header, and from decoding it now or, after hydration, on an earlier visit. */
export function useFileAdvice(file: SlotFile<UploadFacts>): readonly Advice[] {
  const { fileView } = file;
  const { live } = displayedFile(file);
  const hydrated = useHydrated();
  const storedId = hydrated && fileView?.state === "complete" ? fileView.uploadId : undefined;
  const earlierAdvice = useMemo(
    () => (storedId ? (savedAdvice.find(storedId) ?? []) : []),
    [storedId],
  );
  if (live?.phase === "failed") return [];
  const { probe } = live ?? fileView ?? {};
  const fromHeader = probe?.kind === "wav" ? headerAdvice(probe.oddities) : [];
  return [...fromHeader, ...(live ? (live.advice ?? []) : earlierAdvice)];
}

/** Announces every quarter, the end and a failure; every percent would be too much. */
function Announcement({ live }: { live: UploadState | undefined }) {
  const quarter = live ? Math.floor(percentSent(live) / 25) * 25 : 0;
  const phase = live?.phase;
  const [spoken, setSpoken] = useState("");
  useOnMountAndChange(`${phase} ${quarter}`, () => {
    if (!live) return setSpoken("");
    const percent = phase === "sending" && quarter > 0 ? `${live.fileName}: ${quarter}% sent` : "";
    setSpoken(phase === "sending" ? percent : `${live.fileName}: ${uploadStatusText(live)}`);
  });
  return (
    <VisuallyHidden component="p" role="status">
      {spoken}
    </VisuallyHidden>
  );
}

function FileAdvice({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null;
  const hasAdvice = advice.some(({ tone }) => tone === "advice");
  return (
    <Text component="div" size="sm" className={fields.row}>
      {hasAdvice && (
        <Text inherit fw={600}>
          Worth a look; you can submit either way:
        </Text>
      )}
      <ul className={fields.list}>
        {advice.map(({ code, text, tone }) => (
          <li key={code} className={tones.tone} data-tone={tone === "advice" ? "waiting" : "note"}>
            {text}
          </li>
        ))}
      </ul>
    </Text>
  );
}
