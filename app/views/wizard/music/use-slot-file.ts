import { useEffect, useState } from "react";
import { useMusicPage } from "../music-page";
import { useUpload } from "../upload/use-upload";

/**
 * The file of a slot for a field with a preview: what the slot holds, where the file can be seen or
 * heard (just chosen, or stored; nowhere when it was refused), and what to do on a choice.
 */
export function useSlotFile(slot: string) {
  const held = useMusicPage().files.find((file) => file.slot === slot);
  const live = useUpload(slot);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  const stored = held?.state === "complete" ? held.url : undefined;
  const here = live ? (chosen ?? live.url) : stored;
  return {
    held,
    src: live?.phase === "failed" ? (live.replaces?.url ?? stored) : here,
    onChoice: (file: File | undefined) => setChosen(file && URL.createObjectURL(file)),
  };
}
