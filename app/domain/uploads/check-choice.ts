import {
  checkArtworkChoice,
  checkAudioChoice,
  checkCustomArtworkChoice,
  type FileChoice,
} from "./file-rules";
import { nameInCloud } from "./system-files";
import type { UploadKind } from "./upload-plan";

/** For an iCloud placeholder on the device. */
const ONLY_IN_CLOUD =
  "It's still in iCloud. Download it to this device first, then choose it again.";

/** The text for a file that name, type or size rule out. The content decides later. */
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
