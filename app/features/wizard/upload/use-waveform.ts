import { useMemo } from "react";
import type { Waveform } from "~/domain/media/waveform";
import { savedWaveforms } from "~/domain/uploads/reading/saved-findings.client";
import type { FileView } from "~/domain/uploads/upload";
import { useHydrated } from "~/ui/use-hydrated";
import { useUpload } from "./use-upload";

/**
 * The waveform of a slot's track, if this device has decoded it, now or on an earlier visit.
 * @param fileView the slot's file on the server.
 */
export function useWaveform(slot: string, fileView: FileView | undefined): Waveform | undefined {
  const hydrated = useHydrated();
  const live = useUpload(slot);
  // A refused file does not replace the one before it.
  const upload = live?.phase === "failed" ? live.replaces : live;
  const uploadId = upload ? upload.uploadId : fileView?.uploadId;
  const earlierWaveform = useMemo(
    () => (hydrated && uploadId ? savedWaveforms.find(uploadId) : undefined),
    [hydrated, uploadId],
  );
  return upload?.waveform ?? earlierWaveform;
}
