/** A range of a stored file: `length` bytes from `offset`. */
export interface FileRange {
  offset: number;
  length: number;
}

/**
 * Reads a Range header with one byte range (RFC 9110, section 14). Several ranges, or another
 * unit, are answered with the whole file, as the standard allows.
 * @returns undefined for the whole file.
 */
export function parseRange(
  header: string | null,
  size: number,
): FileRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length > 0 ? { offset: size - length, length } : "unsatisfiable";
  }
  const offset = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (offset >= size) return "unsatisfiable";
  return last < offset ? undefined : { offset, length: last - offset + 1 };
}
