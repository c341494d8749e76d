import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import type { Upload } from "../upload";
import { partRange } from "../upload-plan";
import { recordParts } from "./part-store.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { plainEtag } from "./s3-replies.server";

/** Parts that a browser sent directly to storage. */
export const reportedPartsSchema = v.optional(
  v.pipe(
    v.array(
      v.object({
        number: v.pipe(v.number(), v.integer(), v.minValue(1)),
        etag: v.pipe(v.string(), v.regex(/^"?[\w-]{1,100}"?$/), v.transform(plainEtag)),
      }),
    ),
    v.maxLength(200),
  ),
  [],
);

/**
 * Records parts reported by a browser, with the planned sizes; size and hash of the joined file
 * verify them. Ignored for parts sent through this site, which are recorded on arrival.
 */
export async function recordReportedParts(
  deps: ReceivingDeps,
  upload: Upload,
  reportedParts: v.InferOutput<typeof reportedPartsSchema>,
  clock: Clock,
): Promise<void> {
  if (upload.carrier === "own") return;
  const parts = reportedParts.flatMap(({ number, etag }) => {
    const range = partRange(upload.size, upload.partSize, number);
    return range ? [{ number, etag, size: range.end - range.start }] : [];
  });
  await recordParts(deps.db, upload, parts, clock());
}
