import {
  checkArtworkChoice,
  checkAudioChoice,
  checkCustomArtworkChoice,
  type FileChoice,
} from "./file-rules";
import type { UploadKind } from "./upload-plan";

/**
 * The text for a file that cannot be taken for what it is for, by its name, type or size (bytes);
 * undefined when it can. The content decides later.
 */
export function checkChoice(kind: UploadKind, choice: FileChoice): string | undefined {
  switch (kind) {
    case "track":
      return checkAudioChoice(choice);
    case "artwork":
      return checkArtworkChoice(choice);
    case "custom-artwork":
      return checkCustomArtworkChoice(choice);
  }
}
