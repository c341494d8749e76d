import { formatIsrc, readIsrc } from "~/platform/formats/isrc";
import { countries } from "~/reference/countries";

/** Given out beside the codes of countries (bulletin 2015/01 of the ISRC agency). */
const MORE_PREFIXES = "BC BK BP BX CB CP DG FX GX KS QM QN QT QZ UK ZZ".split(" ");

const PREFIXES = new Set([...countries.map(({ code }) => code), ...MORE_PREFIXES]);

/**
 * A question about a track that is called as one of the artist's other releases is.
 * @param known the ISRCs of those recordings.
 */
export function knownRecordingNote(text: string, known: readonly string[]): string | undefined {
  const [first] = known;
  const typed = readIsrc(text);
  if (first === undefined || ("code" in typed && known.includes(typed.code))) return undefined;
  return `Another release of yours has this title with the ISRC ${formatIsrc(first)}. If it's the same recording, use that one; a remix or a live version needs its own.`;
}

/** A question about a valid ISRC that begins unusually: the list of prefixes grows. */
export function isrcNote(text: string): string | undefined {
  const result = readIsrc(text);
  if ("error" in result) return undefined;
  const prefix = result.code.slice(0, 2);
  if (PREFIXES.has(prefix)) return undefined;
  return `Few ISRCs begin with ${prefix}. Is it typed right? If so, leave it.`;
}
