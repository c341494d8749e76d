import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { signingFrames, withSecurityHeaders } from "~/platform/edge/reply-headers";

const policyFor = (settings: Parameters<typeof signingFrames>[0]) => {
  const request = new Request("https://submit.example.com/agreement");
  const about = { nonce: "n", requestId: "r", liveReload: false };
  const frames = signingFrames(settings);
  const reply = withSecurityHeaders(new Response(), request, { ...about, frames });
  return reply.headers.get("Content-Security-Policy") ?? "";
};

test("the policy allows the style sheet of Dropbox Sign's script by its hash", () => {
  const main = createRequire(import.meta.url).resolve("hellosign-embedded");
  const file = main.replace(/index\.js$/, "umd/embedded.production.min.js");
  const [, literal = ""] =
    /,\s*("\.x-hellosign-embedded(?:[^"\\]|\\.)*")/.exec(readFileSync(file, "utf8")) ?? [];
  const hash = createHash("sha256")
    .update(String(JSON.parse(literal)))
    .digest("base64");
  const policy = policyFor({ DROPBOX_SIGN_API_KEY: "k".repeat(20), DROPBOX_SIGN_SANDBOX: "0" });
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).toContain("frame-src https://app.hellosign.com");
});

test("without Dropbox Sign the policy allows no frame and no style hash", () => {
  const policy = policyFor({ DROPBOX_SIGN_API_KEY: undefined, DROPBOX_SIGN_SANDBOX: "0" });
  expect(policy).not.toContain("frame-src");
  expect(policy).not.toContain("sha256");
});
