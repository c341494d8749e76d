import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { retryImport } from "../retry-import";

/** A chunk of its own, loaded only with a mouse. */
const DropZone = lazy(() => retryImport(() => import("./drop-zone.client")));

const POINTER = "(hover: hover) and (pointer: fine)";
const subscribeToNothing = () => () => undefined;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/**
 * Whether files are being dragged over the page. Files dropped elsewhere would replace the page and its
 * input, so that is prevented.
 */
function useDraggedFiles(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setIsDragging(true);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    const drop = (event: DragEvent) => {
      setIsDragging(false);
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsDragging(false);
    const listeners = { dragenter: over, dragover: over, drop, dragleave: leave };
    const all = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listen] of all) window.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of all) window.removeEventListener(name, listen);
    };
  }, []);
  return isDragging;
}

interface DropAreaProps {
  /** Called with all files of a drop. */
  onFiles: (files: File[]) => void;
  /** The text while files are dragged over the page. */
  invitation?: string;
  /** Whether the area contains other drop areas, which are on top. */
  containsAreas?: boolean;
}

/** A drop zone over its container, visible while files are dragged over the page. */
export function DropArea({
  onFiles,
  invitation = "Drop it to add it",
  containsAreas = false,
}: DropAreaProps) {
  const isDragging = useDraggedFiles();
  const hasMouse = useSyncExternalStore(
    subscribeToNothing,
    () => matchMedia(POINTER).matches,
    () => false,
  );
  if (!hasMouse) return null;
  return (
    <Suspense>
      <DropZone
        isDragging={isDragging}
        onFiles={onFiles}
        invitation={invitation}
        containsAreas={containsAreas}
      />
    </Suspense>
  );
}
