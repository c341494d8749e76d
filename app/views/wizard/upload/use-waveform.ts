import { useMemo } from "react";
import { useHydrated } from "~/components/use-hydrated";
import type { Waveform } from "~/media/waveform";
import { savedWaveforms } from "~/uploads/sending/upload-table.client";
import type { FileView } from "~/uploads/upload";
import { useUpload } from "./use-upload";

/**
 * How loud the track of a slot is over its length, where this device has listened to it: now, or
 * before its page was opened again.
 * @param fileView what the slot holds already.
 */
export function useWaveform(slot: string, fileView: FileView | undefined): Waveform | undefined {
  const hydrated = useHydrated();
  const live = useUpload(slot);
  // A file that was refused has not replaced the one before it.
  const upload = live?.phase === "failed" ? live.replaces : live;
  const uploadId = upload ? upload.uploadId : fileView?.uploadId;
  const earlierWaveform = useMemo(
    () => (hydrated && uploadId ? savedWaveforms.find(uploadId) : undefined),
    [hydrated, uploadId],
  );
  return upload?.waveform ?? earlierWaveform;
}
