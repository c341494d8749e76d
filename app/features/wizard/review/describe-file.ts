import type { FileView } from "~/domain/uploads/upload";
import { formatBytes } from "~/platform/formats/bytes";

/**
 * Describes a file of the summary: its name and size, or that it is not stored yet, and a pending
 * replacement.
 */
export function describeFile({ fileName, size, state, coming: pending }: FileView): string {
  if (state === "beside") return `${fileName}, uploaded, but not in your release`;
  if (state !== "complete") return `${fileName}, not fully sent yet`;
  const text = `${fileName}, ${formatBytes(size)}`;
  return pending ? `${text}\nTo be replaced by ${pending.fileName}, not fully sent yet` : text;
}
