import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  MAX_PROOF_BYTES,
  PROOF_TOO_LARGE,
  readProofField,
} from "~/domain/artists/release/rights-proofs";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import type { AppContext } from "~/session/app-context";
import { readFileForm, readFileUpTo } from "~/session/read-file-form.server";
import { type OwnRelease, replyToPost, requireRelease } from "./own-release.server";
import { detailsPage, postDetails } from "./release-details.server";
import { storePostedProof } from "./release-proofs.server";

/** The second is room for an album with all its lyrics, each character percent-encoded as three. */
const LIMITS = { bytes: 100 * 1024 * 1024, fieldBytes: 3 * 1024 * 1024 };
const TOO_LARGE = "These files are too large to send at once. Go back and send fewer of them.";

/** Reads posted details, and stores their files of proof as they arrive. @throws Response as {@link readFileForm}. */
async function readDetailsPost(request: Request, context: AppContext, release: OwnRelease) {
  const fileErrors: FieldErrors = {};
  const fields = await readFileForm(request, {
    limits: LIMITS,
    tooLargeText: TOO_LARGE,
    onFile: async ({ name, fileName, chunks }) => {
      const bytes = await readFileUpTo(chunks, MAX_PROOF_BYTES);
      const place = readProofField(name, release.submission.form.tracks.length);
      if (!place || fileName === "") return;
      const problem = bytes
        ? await storePostedProof(context, release, place, { fileName, bytes })
        : PROOF_TOO_LARGE;
      if (problem) fileErrors[name] = invalidError(problem);
    },
  });
  return { fields, fileErrors };
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "read");
  return detailsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "write");
  const post = await readDetailsPost(request, context, release);
  const result = await postDetails(context, release, post);
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}`;
  return replyToPost(context, path, result);
}
