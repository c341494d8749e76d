import * as v from "valibot";

const seconds = v.pipe(v.number(), v.integer());

/** Contract: SignatureRequestResponse. Its fields are optional there; these are required here. */
const signatureRequest = v.object({
  signature_request: v.object({
    signature_request_id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
    is_complete: v.boolean(),
    is_declined: v.boolean(),
    metadata: v.optional(v.record(v.string(), v.unknown())),
    signatures: v.pipe(
      v.array(
        v.object({
          signature_id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
          status_code: v.string(),
          signer_name: v.nullish(v.string()),
          signed_at: v.nullish(seconds),
        }),
      ),
      v.minLength(1),
    ),
  }),
});

export const upstreamRequest = v.pipe(
  signatureRequest,
  v.transform(({ signature_request: { signatures, ...rest } }) => {
    const [signature] = signatures;
    return {
      requestId: rest.signature_request_id,
      signatureId: signature?.signature_id ?? "",
      isComplete: rest.is_complete,
      isDeclined: rest.is_declined,
      statusCode: signature?.status_code ?? "",
      signerName: signature?.signer_name ?? undefined,
      signedAt: signature?.signed_at ?? undefined,
    };
  }),
);
export type UpstreamRequest = v.InferOutput<typeof upstreamRequest>;

/** Contract: EmbeddedSignUrlResponse. */
export const upstreamSignUrl = v.pipe(
  v.object({ embedded: v.object({ sign_url: v.pipe(v.string(), v.url()) }) }),
  v.transform(({ embedded }) => embedded.sign_url),
);

/** Contract: AccountGetResponse. */
export const upstreamAccount = v.object({
  account: v.object({ email_address: v.optional(v.string()) }),
});

/** Contract: ErrorResponse. */
export const upstreamError = v.object({
  error: v.object({ error_msg: v.string(), error_name: v.string() }),
});

/** Contract: EventCallbackRequest. Only the id is used; the request itself is fetched again. */
export const eventSchema = v.object({
  event: v.object({
    event_time: v.pipe(v.string(), v.maxLength(40)),
    event_type: v.pipe(v.string(), v.maxLength(100)),
    event_hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)),
  }),
  signature_request: v.optional(
    v.object({ signature_request_id: v.pipe(v.string(), v.maxLength(100)) }),
  ),
});
export type DropboxEvent = v.InferOutput<typeof eventSchema>;
