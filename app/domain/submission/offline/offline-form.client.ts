import * as v from "valibot";
import { probeSchema } from "~/domain/uploads/file-probe";
import type { FileView } from "~/domain/uploads/upload";
import { uploadKinds } from "~/domain/uploads/upload-plan";
import { type DraftPrefill, draftPrefillSchema } from "../draft/prefill";
import { type OfflineDraft, readOfflineDraft } from "./offline-draft.client";

// Apart from `offline-draft`, which every page loads: this needs the rules of the music step.

const fileSchema = v.object({
  uploadId: v.string(),
  kind: v.picklist(uploadKinds),
  slot: v.string(),
  fileName: v.string(),
  size: v.number(),
  state: v.picklist(["open", "complete", "expired"]),
  storedBytes: v.number(),
  fingerprint: v.nullable(v.string()),
  sha256: v.nullable(v.string()),
  url: v.string(),
  coming: v.optional(
    v.object({
      uploadId: v.string(),
      fileName: v.string(),
      size: v.number(),
      storedBytes: v.number(),
      fingerprint: v.nullable(v.string()),
    }),
  ),
  preview: v.optional(v.string()),
  probe: v.nullable(probeSchema),
}) satisfies v.GenericSchema<unknown, FileView>;

const pageDataSchema = v.object({
  files: v.array(fileSchema),
  prefill: v.optional(draftPrefillSchema),
});

interface OfflineForm extends OfflineDraft {
  files: FileView[];
  prefill?: DraftPrefill | undefined;
}

/** The stored form for its pages; undefined where there is none, or none that can be read. */
export function readOfflineForm(): OfflineForm | undefined {
  const copy = readOfflineDraft();
  const result = v.safeParse(pageDataSchema, copy);
  if (!copy || !result.success) return undefined;
  const { files, prefill } = result.output;
  return { ...copy, files, prefill };
}
