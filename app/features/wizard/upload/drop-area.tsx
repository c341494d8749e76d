import { useMediaQuery, useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { retryImport } from "../retry-import";

/** A chunk of its own, loaded only with a mouse. */
const DropZone = lazy(() => retryImport(() => import("./drop-zone.client")));

const POINTER = "(hover: hover) and (pointer: fine)";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/**
 * Whether files are being dragged over the page. Files dropped elsewhere would replace the page and its
 * input, so that is prevented.
 */
function useDraggedFiles(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const refuseOutside = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    setIsDragging(true);
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
  };
  useWindowEvent("dragenter", refuseOutside);
  useWindowEvent("dragover", refuseOutside);
  useWindowEvent("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) setIsDragging(false);
  });
  useWindowEvent("drop", (event) => {
    setIsDragging(false);
    if (hasFiles(event)) event.preventDefault();
  });
  return isDragging;
}

interface DropAreaProps {
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
  const hasMouse = useMediaQuery(POINTER);
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
