import {
  checkArtworkChoice,
  checkAudioChoice,
  checkCustomArtworkChoice,
  type FileChoice,
} from "./file-rules";
import { nameInCloud } from "./system-files";
import type { UploadKind } from "./upload-kinds";

/** For an iCloud placeholder on the device. */
const ONLY_IN_CLOUD =
  "It's still in iCloud. Download it to this device first, then choose it again.";

/** The text for a file that name, type or size rule out, before anybody has read it. */
export function checkChoice(kind: UploadKind, choice: FileChoice): string | undefined {
  if (nameInCloud(choice.name) !== undefined) return ONLY_IN_CLOUD;
  switch (kind) {
    case "track":
      return checkAudioChoice(choice);
    case "artwork":
      return checkArtworkChoice(choice);
    case "custom-artwork":
      return checkCustomArtworkChoice(choice);
  }
}

/**
 * The same for a file whose bytes are read next: what a picture is, they say better than its name.
 * Any size too large is told after a wrong name.
 */
export function checkReadable(kind: UploadKind, choice: FileChoice): string | undefined {
  const named = checkChoice(kind, choice);
  const isNamedWrong = kind !== "track" && nameInCloud(choice.name) === undefined;
  // A browser's file has nothing to spread: its name and size are getters.
  const { name, size } = choice;
  if (!isNamedWrong || checkChoice(kind, { name, size, type: "image/jpeg" })) return named;
  return undefined;
}
