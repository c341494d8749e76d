import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { queueClips } from "~/domain/clips/clip-jobs.server";
import { clipSubject } from "~/domain/clips/clip-plan";
import { ensureClipRows } from "~/domain/clips/clip-store.server";
import { findNamedSubmission } from "~/domain/submission/record/named-submission.server";
import { plannedClips } from "~/domain/submission/record/planned-clips";
import type { AppContext } from "~/session/app-context";
import { requireStaff } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

const text = v.pipe(v.string(), v.maxLength(500));
const optionalText = v.optional(text, "");
const id = v.pipe(text, v.minLength(1));

/** The specified payload (section 7). Start and end are ignored: clips are cut as they were submitted. */
const orderSchema = v.object({
  tracksWithClips: v.pipe(
    v.array(
      v.object({
        title: optionalText,
        artistName: optionalText,
        fileId: id,
        bucketName: optionalText,
        fileName: optionalText,
        socialClips: v.pipe(
          v.array(
            v.object({
              id,
              startTime: optionalText,
              endTime: optionalText,
              description: optionalText,
            }),
          ),
          v.maxLength(10),
        ),
      }),
    ),
    v.maxLength(100),
  ),
  artistName: optionalText,
  audioFolderId: optionalText,
  mondayItemId: id,
});

/**
 * POST /api/background/process-social-clips, for staff: cuts clips of a submission again. The submission is
 * named by its board item or its own id; clips by their track's upload id and their own.
 */
export async function processSocialClips(request: IRequestStrict, context: AppContext) {
  const actor = await requireStaff(context);
  const result = await readJson(request, orderSchema);
  if (!result.ok) return result.response;
  const { mondayItemId, tracksWithClips } = result.body;
  const submission = await findNamedSubmission(context.db, mondayItemId);
  if (!submission) return refuse(404, `There is no submission "${mondayItemId}".`);
  const clipSubjects = tracksWithClips.flatMap(({ fileId, socialClips }) =>
    socialClips.map((clip) => clipSubject({ uploadId: fileId, clipId: clip.id })),
  );
  const allClips = plannedClips(submission.form);
  const unknownSubject = clipSubjects.find(
    (requestedSubject) => !allClips.some((clip) => clipSubject(clip) === requestedSubject),
  );
  if (unknownSubject !== undefined)
    return refuse(400, `The submission has no clip "${unknownSubject}" (file and clip).`);
  const clips = allClips.filter((clip) => clipSubjects.includes(clipSubject(clip)));
  const now = context.clock();
  await ensureClipRows(context.db, submission.id, allClips, now);
  const auditEntry = { action: "clips-cut-again", subject: submission.id } as const;
  const auditStatement = auditEntryOf(context, actor, {
    ...auditEntry,
    detail: `${clips.length} of them.`,
  });
  const deps = { ids: context.ids, now, extraStatement: auditStatement };
  const jobIds = await queueClips(context.db, submission.id, clips, deps);
  await context.sendJobs(jobIds, { submissionId: submission.id });
  return reply(200, { success: true });
}
