export interface FileRange {
  offset: number;
  length: number;
}

/**
 * Parses a Range header with one byte range (RFC 9110, section 14).
 * @returns undefined for the whole file, as for several ranges or another unit.
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
