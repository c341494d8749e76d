import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { retryImport } from "../retry-import";

/** A page of its own weight, for those who have something to carry files with. */
const DropZone = lazy(() => retryImport(() => import("./drop-zone.client")));

const POINTER = "(hover: hover) and (pointer: fine)";
const never = () => () => undefined;

const carriesFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes("Files") ?? false;

/**
 * Whether files hang over the page. One that is let go where nothing takes it would replace the
 * page, and with it everything typed: that is prevented.
 */
function useDraggedFiles(): boolean {
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      setDragged(true);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    const drop = (event: DragEvent) => {
      setDragged(false);
      if (carriesFiles(event)) event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDragged(false);
    const listeners = { dragenter: over, dragover: over, drop, dragleave: leave };
    const all = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listen] of all) window.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of all) window.removeEventListener(name, listen);
    };
  }, []);
  return dragged;
}

interface DropAreaProps {
  /** Called with everything that was dropped at once. */
  onFiles: (files: File[]) => void;
  /** What letting go does, said while files hang over the box. */
  invitation?: string;
  /** Whether the box has others of its kind within it, which lie over it. */
  around?: boolean;
}

/** Lies over the box it stands in while files hang over the page, and takes what is let go there. */
export function DropArea({
  onFiles,
  invitation = "Let go to add it",
  around = false,
}: DropAreaProps) {
  const dragged = useDraggedFiles();
  const able = useSyncExternalStore(
    never,
    () => matchMedia(POINTER).matches,
    () => false,
  );
  if (!able) return null;
  return (
    <Suspense>
      <DropZone dragged={dragged} onFiles={onFiles} invitation={invitation} around={around} />
    </Suspense>
  );
}
