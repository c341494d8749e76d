import { formatBytes } from "~/platform/formats/bytes";
import type { FileView } from "~/uploads/upload";

/**
 * A file of the summary in words: its name, its size, or that it is still on its way; with the file
 * that is to come in its place.
 */
export function describeFile({ fileName, size, state, coming }: FileView): string {
  if (state !== "complete") return `${fileName}, not fully sent yet`;
  const text = `${fileName}, ${formatBytes(size)}`;
  return coming ? `${text}\nTo be replaced by ${coming.fileName}, not fully sent yet` : text;
}
