import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clipsOfSubmission } from "~/domain/clips/clip-store.server";
import { releaseName } from "~/domain/submission/record/release-name";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { longDate } from "~/platform/formats/dates";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { foldersOf } from "./folders-of";

const NOT_FOUND = "There's no submission at this address.";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db } = context;
  await requireStaff(context);
  const submission = await findSubmission(db, params.submissionId ?? "");
  if (!submission) throw refusal(404, NOT_FOUND);
  const { id, reference, form, files, createdAt } = submission;
  return {
    reference,
    artist: form.artistName,
    release: releaseName(form),
    received: longDate(createdAt),
    folders: foldersOf(form, files, await clipsOfSubmission(db, id)),
  };
}
