import { useCallback } from "react";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { audioSlot } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { needsFile } from "~/domain/uploads/upload-state";
import { uploads } from "../upload/uploads.client";
import { useCurrentFiles } from "../upload/use-upload";

/** The files of the music step: the server's, as changes made on this page leave them. */
export function useMusicFiles(serverFiles: readonly FileView[]) {
  const files = useCurrentFiles(serverFiles);

  const slots = useCallback(
    ({ tracks }: MusicAnswers): ReadonlySet<string> => {
      const isKnown = (slot: string) => {
        const live = uploads.table.stateIn(slot);
        // A refused file does not replace the stored one.
        if (live && !needsFile(live) && (live.phase !== "failed" || live.replaces)) return true;
        return files.some((file) => file.slot === slot);
      };
      return new Set(tracks.map(({ id }) => audioSlot(id)).filter(isKnown));
    },
    [files],
  );

  /** Audio slots that have a file, stored or being uploaded. */
  return { files, slots };
}
