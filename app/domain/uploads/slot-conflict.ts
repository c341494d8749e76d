import * as v from "valibot";
import { probeSchema } from "./probe";
import type { FileView } from "./upload";
import type { UploadState } from "./upload-state";
import { CHANGED_ELSEWHERE } from "./upload-texts";

const fileSchema = v.object({
  uploadId: v.string(),
  fileName: v.string(),
  size: v.number(),
  url: v.string(),
  state: v.picklist(["open", "complete", "expired", "beside"]),
  coming: v.optional(v.object({ uploadId: v.string(), fileName: v.string(), size: v.number() })),
  probe: v.fallback(v.nullable(probeSchema), null),
});
const conflictSchema = v.object({
  conflict: v.object({
    slot: v.string(),
    version: v.number(),
    /** Who has changed it; `this-browser`: by a later choice, such as in another tab. */
    by: v.optional(v.picklist(["this-browser", "another"]), "another"),
    reason: v.optional(v.picklist(["replaced", "removed"]), "replaced"),
    file: v.optional(fileSchema),
  }),
});

/** What a slot holds that another tab or device has changed. */
export type SlotConflict = v.InferOutput<typeof conflictSchema>["conflict"];

/** The conflict that a refused call tells of; undefined for any other refusal. */
export function readConflict(reply: unknown): SlotConflict | undefined {
  const result = v.safeParse(conflictSchema, reply);
  return result.success ? result.output.conflict : undefined;
}

/** The name of the file that another tab or device has chosen; undefined where it has removed it. */
export function otherFileName({ file }: Pick<SlotConflict, "file">): string | undefined {
  if (file?.state === "beside") return undefined;
  return file?.coming?.fileName ?? file?.fileName;
}

/** Whether the artist has to choose between two files. @param live the slot's file of this tab. */
export function hasTwoVersions(
  live: Pick<UploadState, "conflict"> | undefined,
  view: Pick<FileView, "other" | "state"> | undefined,
): boolean {
  if (live) return live.conflict !== undefined;
  return view?.other !== undefined || view?.state === "beside";
}

/** How a page shows a file whose slot was changed elsewhere: not taken, with what is there. */
export function conflictState(
  conflict: SlotConflict,
  { slot, kind }: Pick<UploadState, "slot" | "kind">,
): Partial<UploadState> {
  const { file } = conflict;
  const stored = file?.state === "complete" ? file : undefined;
  const replaces = stored && {
    ...{ slot, kind, fileName: stored.fileName, size: stored.size, url: stored.url },
    ...{ uploadId: stored.uploadId, stored: stored.size, inFlight: 0, phase: "stored" as const },
  };
  return {
    phase: "failed",
    text: CHANGED_ELSEWHERE,
    conflict,
    replaces,
    inFlight: 0,
    canRetry: false,
  };
}
