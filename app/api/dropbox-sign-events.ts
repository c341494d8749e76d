import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { handleDropboxEvent } from "~/features/portal/agreement/agreement-at-dropbox.server";
import { readBytes } from "~/forms/read-body";
import { isValidEventHash } from "~/integrations/signing/dropbox-client.server";
import { eventSchema } from "~/integrations/signing/dropbox-replies";
import type { AppContext } from "~/session/app-context";
import { refuse, refuseBody } from "./replies";

const MAX_BYTES = 256 * 1024;

/** The exact text that Dropbox Sign expects; otherwise it repeats the event. */
const RECEIVED = "Hello API Event Received";

const OFF = "Agreements are not signed at Dropbox Sign here.";
const UNREADABLE = "This is no event.";
const FORGED = "This event does not come from Dropbox Sign.";
const CANNOT_CHECK = "Dropbox Sign could not be asked about this just now. Send it again.";

async function jsonField(request: Request, bytes: Uint8Array): Promise<unknown> {
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  try {
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    return form.get("json");
  } catch {
    return undefined;
  }
}

/**
 * POST /api/dropbox-sign/events. The hash proves the sender but does not cover the content, so the
 * request is read at Dropbox Sign; repeated, late or unordered events do no harm.
 */
export async function takeDropboxEvent(request: IRequestStrict, context: AppContext) {
  const { artists, log } = context;
  const { signing } = artists;
  if (signing.state === "off") return refuse(404, OFF);
  const body = await readBytes(request, MAX_BYTES);
  if (!body.ok) return refuseBody(body.reason, MAX_BYTES);
  const event = v.safeParse(
    v.pipe(v.string(), v.parseJson(), eventSchema),
    await jsonField(request, body.bytes),
  );
  if (!event.success) return refuse(400, UNREADABLE);
  if (!(await isValidEventHash(signing.client.apiKey, event.output.event))) {
    log("warn", "agreement.forged");
    return refuse(403, FORGED);
  }
  const providerRequestId = event.output.signature_request?.signature_request_id;
  if (providerRequestId !== undefined && !(await handleDropboxEvent(context, providerRequestId)))
    return refuse(503, CANNOT_CHECK);
  return new Response(RECEIVED, { headers: { "Content-Type": "text/plain" } });
}
