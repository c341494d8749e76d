import { expect, test } from "vitest";
import {
  pictureSources,
  signingFrames,
  storageSources,
  withSecurityHeaders,
} from "~/platform/edge/reply-headers";

/** Other origins that a browser may load from, each only when its integration is configured. */
const NEEDED: Record<string, string> = {
  "https://i.scdn.co":
    "covers and portraits of the Spotify catalogue, from where Spotify keeps them",
  "https://account.r2.cloudflarestorage.com":
    "parts of files, straight into the label's own storage",
  "https://app.hellosign.com": "the agreement, signed in Dropbox Sign's own frame",
};

const ALL = {
  SPOTIFY_CLIENT_ID: "x".repeat(32),
  R2_S3_ENDPOINT: "https://account.r2.cloudflarestorage.com",
  DROPBOX_SIGN_API_KEY: "k".repeat(20),
  DROPBOX_SIGN_SANDBOX: "0" as const,
};
const NONE = {
  SPOTIFY_CLIENT_ID: undefined,
  R2_S3_ENDPOINT: undefined,
  DROPBOX_SIGN_API_KEY: undefined,
  DROPBOX_SIGN_SANDBOX: "0" as const,
};

/** The origins in a page's policy other than the site itself. */
function findOrigins(settings: typeof ALL | typeof NONE): string[] {
  const reply = withSecurityHeaders(new Response(), new Request("https://submit.example.com/"), {
    nonce: "n",
    requestId: "r",
    liveReload: false,
    pictures: pictureSources(settings),
    storage: storageSources(settings),
    frames: signingFrames(settings),
  });
  const policy = reply.headers.get("Content-Security-Policy") ?? "";
  return Array.from(policy.matchAll(/\b\w+:\/\/[^\s;]+/g), ([origin]) => origin);
}

test("a page loads from another origin only what a configured integration needs", () => {
  expect(findOrigins(ALL).sort()).toEqual(Object.keys(NEEDED).sort());
});

test("without configured integrations, nothing is loaded from other origins", () => {
  expect(findOrigins(NONE)).toEqual([]);
});
