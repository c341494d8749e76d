import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import {
  cancellationsDone,
  cancelOnServer,
  cancelSlotUpload,
} from "~/domain/uploads/sending/page-uploads.client";
import { restore, uploadStateIn } from "~/domain/uploads/sending/upload-queue.client";
import { audioSlot, KEEP_FILE, REMOVE_FILE } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { needsFile } from "~/domain/uploads/upload-state";

/** The server's files without the uploads that were removed on this page. */
function withoutRemoved(files: readonly FileView[], removedIds: ReadonlySet<string>): FileView[] {
  return files
    .filter(({ uploadId }) => !removedIds.has(uploadId))
    .map((file) =>
      removedIds.has(file.coming?.uploadId ?? "") ? { ...file, coming: undefined } : file,
    );
}

/** The ids of uploads that an intent removes: all of a slot, or all but the stored one. */
function removedByIntent(intent: string, files: readonly FileView[]): string[] | undefined {
  const command = [REMOVE_FILE, KEEP_FILE].find((command) => intent.startsWith(command));
  if (command === undefined) return undefined;
  const slot = intent.slice(command.length);
  const fileViews = files.filter((file) => file.slot === slot);
  const uploadIds = fileViews.flatMap(({ uploadId, coming: pending }) =>
    [uploadId, pending?.uploadId ?? []].flat(),
  );
  const allIds = [...uploadIds, uploadStateIn(slot)?.uploadId ?? []].flat();
  return command === REMOVE_FILE
    ? allIds
    : allIds.filter((id) => !fileViews.some((fileView) => fileView.uploadId === id));
}

/** The files of the music step: the server's, without those removed on this page. */
export function useMusicFiles(draftId: string, serverFiles: readonly FileView[]) {
  // Removed files disappear at once; the server is told a moment later.
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const files = useMemo(() => withoutRemoved(serverFiles, removedIds), [serverFiles, removedIds]);
  const { revalidate } = useRevalidator();
  useEffect(() => restore(draftId, files), [draftId, files]);

  const slots = useCallback(
    ({ tracks }: MusicAnswers): ReadonlySet<string> => {
      const isKnown = (slot: string) => {
        const live = uploadStateIn(slot);
        // A refused file does not replace the stored one.
        if (live && !needsFile(live) && (live.phase !== "failed" || live.replaces)) return true;
        return files.some((file) => file.slot === slot);
      };
      return new Set(tracks.map(({ id }) => audioSlot(id)).filter(isKnown));
    },
    [files],
  );

  const keepStored = useCallback(
    async (slot: string) => {
      const storedId = await cancelSlotUpload({ draftId, slot }, { keep: "stored" });
      // The new upload may have replaced the stored file before it was cancelled.
      if (storedId) setRemovedIds((before) => new Set([...before].filter((id) => id !== storedId)));
      revalidate();
    },
    [draftId, revalidate],
  );

  const removeFiles = useCallback(
    (intent: string): boolean => {
      const ids = removedByIntent(intent, files);
      if (!ids) return false;
      setRemovedIds((before) => new Set([...before, ...ids]));
      // Requested any sooner, the server might still list the file.
      if (intent.startsWith(KEEP_FILE)) void keepStored(intent.slice(KEEP_FILE.length));
      else void Promise.all([...ids.map(cancelOnServer), cancellationsDone()]).then(revalidate);
      return true;
    },
    [files, keepStored, revalidate],
  );

  return {
    files,
    /** Audio slots that have a file, stored or being uploaded. */
    slots,
    /** Runs the intent of a file's button. @returns whether the intent is one of these. */
    removeFiles,
  };
}
