import { type DragEvent, useEffect, useState } from "react";

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes("Files") ?? false;

/** A file that misses its box would replace the page, and with it everything typed. */
function useDropGuard(): void {
  useEffect(() => {
    const guard = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    window.addEventListener("dragover", guard);
    window.addEventListener("drop", guard);
    return () => {
      window.removeEventListener("dragover", guard);
      window.removeEventListener("drop", guard);
    };
  }, []);
}

/**
 * Makes an element take files that are dropped on it.
 * @returns `over`, whether files hang over it right now, and the handlers for the element.
 */
export function useFileDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  useDropGuard();
  function hover(event: DragEvent<HTMLElement>) {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  }
  const target = {
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
      // Moving on to something inside of the element leaves nothing.
      const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!inside) setOver(false);
    },
    onDrop(event: DragEvent<HTMLElement>) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  return { over, target };
}
