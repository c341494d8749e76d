import { expect, test } from "vitest";
import { redactSecrets } from "./redact-secrets";

const settings = { MONDAY_TOKEN: "token of ours/1", SMTP_PASSWORD: "" };

test.each([
  ["Bearer token of ours/1 is wrong", "Bearer [secret] is wrong"],
  ["?t=token%20of%20ours%2F1&u", "?t=[secret]&u"],
  [`Basic ${btoa("token of ours/1")}.`, "Basic [secret]."],
  ["nothing of ours", "nothing of ours"],
])("of %j staff read %j", (text, expectedText) => {
  expect(redactSecrets(text, settings)).toBe(expectedText);
});
