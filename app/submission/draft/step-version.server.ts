import { sha256Hex } from "~/platform/hash";

/** The token of a step that was never saved. */
const NEW_STEP = "new";

/**
 * Names a state of one step's answers. Two pages that hold the same token show the same answers;
 * one that posts another token than the stored answers have was overtaken.
 * @param answers as the step's schema gives them; undefined for a step that was never saved.
 * @returns "new", or the first 16 hexadecimal characters of the SHA-256 of their JSON.
 */
export async function stepVersion(answers: object | undefined): Promise<string> {
  return answers ? (await sha256Hex(JSON.stringify(answers))).slice(0, 16) : NEW_STEP;
}
