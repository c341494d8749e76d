import type { Draft } from "~/domain/submission/draft/draft";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { uploadsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { type InferredSlot, inferSlot } from "~/domain/uploads/slots";
import type { Upload } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";

interface UnassignedFile extends Pick<Upload, "kind" | "fileName"> {
  title?: string;
}

/** Infers the slot of a file from the draft's other files. */
export async function inferUploadSlot(
  { db }: Pick<AppContext, "db">,
  draft: Draft,
  { kind, fileName, title }: UnassignedFile,
): Promise<InferredSlot> {
  const files = await uploadsOfDraft(db, draft.id);
  const isStored = ({ state }: Upload) => state === "complete";
  const openUploads = files.filter((file) => !isStored(file));
  return inferSlot(
    { kind, fileName: safeFileName(fileName), title },
    {
      tracks: draft.answers.music?.tracks ?? [],
      filled: new Set(files.filter(isStored).map(({ slot }) => slot)),
      coming: new Map(openUploads.map((file) => [file.slot, file.fileName])),
    },
  );
}
