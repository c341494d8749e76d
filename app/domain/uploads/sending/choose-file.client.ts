import { checkReadable } from "../check-choice";
import type { UploadKind } from "../upload-plan";
import { enqueueFile } from "./upload-queue.client";

/**
 * Takes a file that was chosen for a slot, or refuses it with its text: see {@link enqueueFile}. Apart from
 * the queue, since pages where no file is chosen need none of the rules.
 * @param mayBeStored whether the slot may hold this very file, as where a browser has put it back.
 */
export function choose(slot: string, kind: UploadKind, file: File, mayBeStored = false): void {
  enqueueFile(slot, kind, file, { text: checkReadable(kind, file), mayBeStored });
}
