import { expect, test } from "vitest";
import { HttpError } from "~/platform/http-client";
import { driveErrorFromHttp } from "./drive-error.server";

const api = (code: number, reason: string, message = "Words") =>
  JSON.stringify({ error: { code, message, errors: [{ domain: "global", reason, message }] } });
const token = (error: string, description?: string) =>
  JSON.stringify({ error, error_description: description });

test.each([
  ["too fast", 403, api(403, "rateLimitExceeded"), "rateLimitExceeded", false],
  ["a user too fast", 403, api(403, "userRateLimitExceeded"), "userRateLimitExceeded", false],
  ["the day's share spent", 403, api(403, "dailyLimitExceeded"), "dailyLimitExceeded", false],
  [
    "no permission",
    403,
    api(403, "insufficientFilePermissions"),
    "insufficientFilePermissions",
    true,
  ],
  ["no room", 403, api(403, "storageQuotaExceeded"), "storageQuotaExceeded", true],
  ["not there", 404, api(404, "notFound"), "notFound", true],
  ["a bad request", 400, api(400, "badRequest"), "badRequest", true],
  ["a token that is not taken", 401, api(401, "authError"), "authError", false],
  ["too many requests", 429, api(429, "rateLimitExceeded"), "rateLimitExceeded", false],
  ["an outage", 500, api(500, "backendError"), "backendError", false],
  ["an outage in HTML", 502, "<html>Bad Gateway</html>", "HTTP_502", false],
  [
    "a word of the newer shape",
    403,
    '{"error":{"code":403,"status":"PERMISSION_DENIED"}}',
    "PERMISSION_DENIED",
    true,
  ],
  ["a refusal without words", 403, "", "HTTP_403", true],
  ["a refused key", 400, token("invalid_grant", "Invalid JWT"), "invalid_grant", true],
  ["an unknown account", 401, token("invalid_client"), "invalid_client", true],
  ["an outage of the token service", 503, token("internal_failure"), "internal_failure", false],
  ["no reply", 0, "", "NO_REPLY", false],
])("%s", (_, status, body, code, permanent) => {
  const error = driveErrorFromHttp(new HttpError("It said no", status, body));
  expect(error).toMatchObject({ code, permanent });
  expect(error.message).not.toBe("");
});

test("the wait that is asked for and the status are kept", () => {
  const error = driveErrorFromHttp(new HttpError("x", 429, api(429, "rateLimitExceeded"), 17));
  expect(error).toMatchObject({ retryAfterSeconds: 17, status: 429, message: "Words" });
});
