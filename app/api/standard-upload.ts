import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { BrokenFormError } from "~/session/form-parts.server";
import { FileTooLargeError, readStandard } from "~/session/read-standard.server";
import { visitorKey } from "~/session/visitor";
import type { Draft } from "~/submission/draft";
import { STANDARD_MAX_BYTES } from "~/uploads/plan";
import { uploadResult } from "~/uploads/receiving/upload-result";
import { artistOf, draftForFiles, referenceOf, tooManyUploads } from "./own-upload";
import { refuse, reply } from "./replies";
import { unnamedSlot } from "./uploads";

/** Room for the fields and for what a form puts around them. */
const FIELDS_BYTES = 64 * 1024;

const TOO_LARGE = "This file is larger than 15MB, the most this call takes.";
const IN_PARTS = { details: "Send it in parts: POST /api/cloud-storage/upload-url." };
const NOT_A_FORM = "This call takes a form with a file.";
const NOT_WHOLE = "The form did not arrive whole. Send it again.";
const CANNOT_STORE = "This file could not be stored just now. Try again in a minute.";

/** POST /api/upload: a file of at most 15 MB in one call. */
export async function standardUpload(request: IRequestStrict, portal: Portal): Promise<Response> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!type.startsWith("multipart/form-data"))
    return refuse(415, NOT_A_FORM, { details: "Content-Type: multipart/form-data" });
  if (Number(request.headers.get("Content-Length") ?? 0) > STANDARD_MAX_BYTES + FIELDS_BYTES)
    return refuse(413, TOO_LARGE, IN_PARTS);
  const draft = await draftForFiles(request, portal);
  if (draft instanceof Response) return draft;
  if (!(await portal.mayStartUpload(visitorKey(request)))) return tooManyUploads();
  try {
    return await receive(request, portal, draft);
  } catch (error) {
    if (error instanceof FileTooLargeError) return refuse(413, TOO_LARGE, IN_PARTS);
    if (error instanceof BrokenFormError)
      return refuse(400, NOT_WHOLE, { details: `The form is broken: ${error.found}` });
    portal.logFailure(error);
    return refuse(503, CANNOT_STORE, referenceOf(portal));
  }
}

async function receive(request: Request, portal: Portal, draft: Draft): Promise<Response> {
  await portal.drill("upload-finish", draft.id);
  const read = await readStandard(request, {
    ...portal,
    place: async (fields) => ({
      draftId: draft.id,
      artistName: artistOf(draft, fields.artistName),
      slot: fields.slot ?? (await unnamedSlot(portal, draft, fields.fileType, fields.trackTitle)),
    }),
  });
  if (!read.ok) {
    const names = read.malformed.join(", ");
    return refuse(400, `These fields are missing or malformed: ${names}.`, { details: names });
  }
  const { fields, stored } = read;
  if (!stored.ok) {
    portal.log("info", "upload.rejected", { draftId: draft.id });
    return refuse(stored.status, stored.text, { details: "Nothing was stored." });
  }
  const { id: uploadId, size: bytes } = stored.upload;
  portal.log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
  const artistName = artistOf(draft, fields.artistName);
  return reply(200, { success: true, ...uploadResult(stored.upload, artistName) });
}
