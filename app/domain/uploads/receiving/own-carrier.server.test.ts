import { expect, test } from "vitest";
import { multipartProblem } from "./storage-backends.server";

test("only what is wrong with the upload itself is told apart", () => {
  const message = "uploadPart: The specified multipart upload does not exist. (10024)";
  expect(multipartProblem(new Error(message))).toBe("gone");
  for (const parts of [
    "completeMultipartUpload: One or more parts could not be found. (10025)",
    "completeMultipartUpload: Your proposed upload is smaller than the minimum. (10011)",
    "completeMultipartUpload: All non-trailing parts must have the same length. (10048)",
  ])
    expect(multipartProblem(new Error(parts))).toBe("parts");
  expect(multipartProblem(new Error("put: We encountered an internal error. (10001)"))).toBe(
    undefined,
  );
  expect(multipartProblem("10024")).toBe(undefined);
});
