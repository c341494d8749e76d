import * as v from "valibot";

export const storedRequestSchema = v.object({
  id: v.string(),
  signature_id: v.string(),
  subject: v.string(),
  message: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.string(),
  template_id: v.string(),
  metadata: v.string(),
  test_mode: v.number(),
  status: v.picklist(["awaiting_signature", "signed", "declined", "expired", "canceled"]),
  signed_at: v.nullable(v.number()),
  created_at: v.number(),
});
export type StoredRequest = v.InferOutput<typeof storedRequestSchema>;

/** An error as the contract defines it. */
export function dropboxError(status: number, name: string, text: string): Response {
  return Response.json({ error: { error_msg: text, error_name: name } }, { status });
}

/** A request as the contract defines it (SignatureRequestGetResponse). */
export function requestReply(row: StoredRequest): object {
  const { id, subject, message, status, signed_at } = row;
  return {
    signature_request: {
      signature_request_id: id,
      test_mode: row.test_mode === 1,
      subject,
      message,
      requester_email_address: "label@example.com",
      title: subject,
      original_title: subject,
      metadata: JSON.parse(row.metadata) as unknown,
      created_at: row.created_at,
      expires_at: null,
      is_complete: status === "signed",
      is_declined: status === "declined",
      has_error: false,
      files_url: `https://api.hellosign.com/v3/signature_request/files/${id}`,
      signing_url: null,
      details_url: `https://app.hellosign.com/home/manage?guid=${id}`,
      cc_email_addresses: [],
      signing_redirect_url: null,
      final_copy_uri: null,
      template_ids: [row.template_id],
      custom_fields: [],
      attachments: [],
      response_data: [],
      signatures: [
        {
          signature_id: row.signature_id,
          signer_email_address: row.email,
          signer_name: row.name,
          signer_role: row.role,
          order: null,
          status_code: status,
          decline_reason: null,
          signed_at,
          last_viewed_at: null,
          last_reminded_at: null,
          has_pin: false,
          has_sms_auth: false,
          has_sms_delivery: false,
          error: null,
        },
      ],
    },
  };
}

/** A small PDF, as if it were the signed one. */
export function signedPdf({ id, name }: StoredRequest): string {
  const text = `BT /F1 18 Tf 72 720 Td (Signed in the sandbox: ${name.replace(/[^\x20-\x7e]|[()\\]/g, "?")}) Tj ET`;
  return [
    "%PDF-1.4",
    "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
    "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
    "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R",
    "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj",
    `4 0 obj << /Length ${text.length} >> stream\n${text}\nendstream endobj`,
    `% ${id}`,
    "trailer << /Root 1 0 R >>",
    "%%EOF\n",
  ].join("\n");
}
