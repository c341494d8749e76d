/** R2's codes (developers.cloudflare.com/r2/api/error-codes) for what is wrong with an upload. */
const PROBLEMS: Record<string, "gone" | "parts"> = {
  /** No such upload: given up, or joined already. */
  10024: "gone",
  /** A part that is not there, or has another etag. */
  10025: "parts",
  /** Parts that are too small, or of different lengths. */
  10011: "parts",
  10048: "parts",
};

/**
 * What is wrong with a multipart upload, when the bucket says that it is the upload and not the
 * bucket: `gone`, or `parts` that are not those it holds. R2 ends the messages of its errors with
 * their code.
 */
export function multipartProblem(error: unknown): "gone" | "parts" | undefined {
  const code = error instanceof Error && /\((\d{5,6})\)$/.exec(error.message)?.[1];
  return code ? PROBLEMS[code] : undefined;
}
