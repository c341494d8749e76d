import { checkReadable } from "~/domain/uploads/check-choice";
import type { UploadKind } from "~/domain/uploads/upload-kinds";
import { uploads } from "./uploads.client";

/**
 * Takes a file that was chosen for a slot, or refuses it with its text. Apart from the queue, since pages
 * where no file is chosen need none of the rules.
 */
export function chooseFile(slot: string, kind: UploadKind, file: File): void {
  uploads.choose(slot, kind, file, { text: checkReadable(kind, file) });
}
