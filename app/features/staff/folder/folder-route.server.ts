import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clipsOfSubmission } from "~/domain/clips/clip-store.server";
import { releaseName } from "~/domain/submission/record/release-name";
import { longDate } from "~/platform/formats/dates";
import { requireStaff } from "~/session/require-staff";
import { requireSubmission } from "../require-submission.server";
import { foldersOf } from "./folders-of";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const submission = await requireSubmission(context, params.submissionId);
  const { id, reference, form, files, createdAt } = submission;
  return {
    reference,
    artist: form.artistName,
    release: releaseName(form),
    received: longDate(createdAt),
    folders: foldersOf(form, files, await clipsOfSubmission(context.db, id)),
  };
}
