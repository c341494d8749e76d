const NO_SUCH_UPLOAD = 10024;
const INVALID_PART = 10025;

/** Text for an upload the bucket has given up: it does so after seven days, drafts live longer. */
export const UPLOAD_GONE = "This upload is no longer open. Choose the file again.";

/**
 * What is wrong with a multipart upload, when the bucket says that it is the upload and not the
 * bucket: `gone`, or `parts` that are not those it holds. R2 ends the messages of its errors with
 * their code (developers.cloudflare.com/r2/api/error-codes).
 */
export function multipartProblem(error: unknown): "gone" | "parts" | undefined {
  const code = error instanceof Error && /\((\d{5,6})\)$/.exec(error.message)?.[1];
  if (code === String(NO_SUCH_UPLOAD)) return "gone";
  return code === String(INVALID_PART) ? "parts" : undefined;
}
