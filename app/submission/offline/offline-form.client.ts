import * as v from "valibot";
import { probeSchema } from "~/uploads/file-probe";
import type { FileView } from "~/uploads/upload";
import { uploadKinds } from "~/uploads/upload-plan";
import { type DraftPrefill, draftPrefillSchema } from "../draft/prefill";
import { type OfflineDraft, readOfflineDraft } from "./offline-draft.client";

// A module of its own: every page keeps the form, and only one without a connection opens it. What files
// and earlier releases are like takes the music step's rules, and what reads files.

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

/** The form of a draft as this browser keeps it, and all that its pages show. */
interface OfflineForm extends OfflineDraft {
  files: FileView[];
  prefill?: DraftPrefill | undefined;
}

/** The form that is kept here, to be shown; undefined where there is none, or none that can be. */
export function readOfflineForm(): OfflineForm | undefined {
  const copy = readOfflineDraft();
  const result = v.safeParse(pageDataSchema, copy);
  if (!copy || !result.success) return undefined;
  const { files, prefill } = result.output;
  return { ...copy, files, prefill };
}
