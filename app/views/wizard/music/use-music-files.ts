import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { MusicAnswers } from "~/submission/music/music-step";
import {
  cancellationsDone,
  cancelOnServer,
  cancelSlotUpload,
} from "~/uploads/sending/page-uploads.client";
import { restore, uploadStateIn } from "~/uploads/sending/upload-queue.client";
import { audioSlot, KEEP_FILE, REMOVE_FILE } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { needsFile } from "~/uploads/upload-state";

/** What the server has of a draft without the uploads that were removed here since. */
function without(files: readonly FileView[], removedIds: ReadonlySet<string>): FileView[] {
  return files
    .filter(({ uploadId }) => !removedIds.has(uploadId))
    .map((file) =>
      removedIds.has(file.coming?.uploadId ?? "") ? { ...file, coming: undefined } : file,
    );
}

/** The uploads of a slot that go by a button of its file: all of them, or all but the stored one. */
function goingBy(intent: string, files: readonly FileView[]): string[] | undefined {
  const way = [REMOVE_FILE, KEEP_FILE].find((way) => intent.startsWith(way));
  if (way === undefined) return undefined;
  const slot = intent.slice(way.length);
  const fileViews = files.filter((file) => file.slot === slot);
  const uploadIds = fileViews.flatMap(({ uploadId, coming }) =>
    [uploadId, coming?.uploadId ?? []].flat(),
  );
  const all = [...uploadIds, uploadStateIn(slot)?.uploadId ?? []].flat();
  return way === REMOVE_FILE
    ? all
    : all.filter((id) => !fileViews.some((one) => one.uploadId === id));
}

/** The files of the music step: what the server has, what this tab sends, and what was let go. */
export function useMusicFiles(draftId: string, serverFiles: readonly FileView[]) {
  // What was removed is out of sight at once; the server hears of it a moment later.
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const files = useMemo(() => without(serverFiles, removedIds), [serverFiles, removedIds]);
  const { revalidate } = useRevalidator();
  useEffect(() => restore(draftId, files), [draftId, files]);

  const slots = useCallback(
    ({ tracks }: MusicAnswers): ReadonlySet<string> => {
      const isKnown = (slot: string) => {
        const live = uploadStateIn(slot);
        // A file that was refused has not replaced the one that is stored.
        if (live && !needsFile(live) && (live.phase !== "failed" || live.replaces)) return true;
        return files.some((file) => file.slot === slot);
      };
      return new Set(tracks.map(({ id }) => audioSlot(id)).filter(isKnown));
    },
    [files],
  );

  const keepStored = useCallback(
    async (slot: string) => {
      const lies = await cancelSlotUpload({ draftId, slot }, { keep: "stored" });
      // What was to come may have taken the place of the other before it was given up.
      if (lies) setRemovedIds((before) => new Set([...before].filter((id) => id !== lies)));
      revalidate();
    },
    [draftId, revalidate],
  );

  const letGo = useCallback(
    (intent: string): boolean => {
      const ids = goingBy(intent, files);
      if (!ids) return false;
      setRemovedIds((before) => new Set([...before, ...ids]));
      // Asked any sooner, the server might still answer with the file.
      if (intent.startsWith(KEEP_FILE)) void keepStored(intent.slice(KEEP_FILE.length));
      else void Promise.all([...ids.map(cancelOnServer), cancellationsDone()]).then(revalidate);
      return true;
    },
    [files, keepStored, revalidate],
  );

  return {
    files,
    /** Slots of tracks that have a file, or to which one is on its way. */
    slots,
    /** Does what a button beside a file asks for. @returns whether the intent is of such a button. */
    letGo,
  };
}
