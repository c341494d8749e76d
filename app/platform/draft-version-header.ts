/** The header of replies that says the version of the draft they are about, such as "12.7". */
export const DRAFT_VERSION_HEADER = "Draft-Version";

/** The parts of such a version: how often the answers and the files were changed. */
export function readDraftVersion(version: string): { answers: number; files: number } {
  const [answers = 0, files = 0] = version.split(".").map(Number);
  return { answers, files };
}
