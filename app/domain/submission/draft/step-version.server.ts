import { sha256Hex } from "~/platform/hash";
import type { Answers } from "../steps/answers";

const NEW_STEP = "new";

/**
 * The version token of a step's answers: pages with equal tokens show equal answers.
 * @param answers as parsed by the step's schema; undefined for a step that was never saved.
 * @returns "new", or the first 16 hexadecimal digits of the SHA-256 of their JSON.
 */
export async function stepVersion(answers: object | undefined): Promise<string> {
  return answers ? (await sha256Hex(JSON.stringify(answers))).slice(0, 16) : NEW_STEP;
}

/** The version tokens of all steps. */
export async function stepVersions({ artist, music, about }: Answers) {
  const [artistVersion, musicVersion, aboutVersion] = await Promise.all([
    stepVersion(artist),
    stepVersion(music),
    stepVersion(about),
  ]);
  return { artist: artistVersion, music: musicVersion, about: aboutVersion };
}
