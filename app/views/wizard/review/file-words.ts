import { formatBytes } from "~/platform/formats/bytes";
import type { FileView } from "~/uploads/upload";

/** A file of the summary in words: its name, its size, or that it is still on its way. */
export function fileWords(file: FileView): string {
  return file.state === "complete"
    ? `${file.fileName}, ${formatBytes(file.size)}`
    : `${file.fileName}, not fully sent yet`;
}
