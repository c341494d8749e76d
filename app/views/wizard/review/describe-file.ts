import { formatBytes } from "~/platform/formats/bytes";
import type { FileView } from "~/uploads/upload";

/**
 * Describes a file of the summary: its name and size, or that it is not stored yet, and a pending
 * replacement.
 */
export function describeFile({ fileName, size, state, coming }: FileView): string {
  if (state !== "complete") return `${fileName}, not fully sent yet`;
  const text = `${fileName}, ${formatBytes(size)}`;
  return coming ? `${text}\nTo be replaced by ${coming.fileName}, not fully sent yet` : text;
}
