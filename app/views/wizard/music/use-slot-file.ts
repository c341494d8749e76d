import { useEffect, useState } from "react";
import { fileIn } from "~/uploads/sending/upload-queue.client";
import { useMusicPage } from "../music-page";
import { useUpload } from "../upload/use-upload";

/**
 * The file of a slot for a field with a preview: what the slot holds, where the file can be seen or
 * heard (just chosen, or stored; nowhere when it was refused), and what to do on a choice.
 */
export function useSlotFile(slot: string) {
  const held = useMusicPage().files.find((file) => file.slot === slot);
  const live = useUpload(slot);
  const [chosen, setChosen] = useState<{ file: File; url: string }>();
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  const stored = held?.state === "complete" ? held.url : undefined;
  // The field for several files may have put another one in its place.
  const own = chosen && chosen.file === fileIn(slot) ? chosen.url : undefined;
  const here = live ? (own ?? live.url) : stored;
  return {
    held,
    src: live?.phase === "failed" ? (live.replaces?.url ?? stored) : here,
    onChoice: (file: File | undefined) =>
      setChosen(file && { file, url: URL.createObjectURL(file) }),
  };
}
