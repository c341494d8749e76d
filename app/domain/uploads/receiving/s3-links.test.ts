import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { network } from "~/platform/http-client";
import { expectedSignature } from "../../../../tests/support/s3-bucket";
import { type S3Server, startS3Server } from "../../../../tests/support/s3-server";
import { s3Backend } from "./s3-backend.server";

const SITE = "https://submit.example.com";
const clock = () => new Date();
const inAMinute = () => new Date(Date.now() + 60_000);

const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "PUT", body, headers });

/** Amazon's published examples (Signature Version 4, examples for S3). */
test.each([
  [
    "in headers",
    "/test.txt",
    { range: "bytes=0-9" },
    "host;range;x-amz-content-sha256;x-amz-date",
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "with a query",
    "/?max-keys=2&prefix=J",
    {},
    "host;x-amz-content-sha256;x-amz-date",
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
  [
    "in a link",
    "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host",
    {},
    "host",
    "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  ],
])(
  "the server of these tests knows how S3 signs %s",
  (_, target, headers, signedHeaders, signature) => {
    const stamp = "20130524T000000Z";
    const nothing = createHash("sha256").digest("hex");
    const payload = signedHeaders === "host" ? "UNSIGNED-PAYLOAD" : nothing;
    const all = { "x-amz-content-sha256": nothing, "x-amz-date": stamp, ...headers };
    const host = "examplebucket.s3.amazonaws.com";
    const computedSignature = expectedSignature(
      { method: "GET", target, headers: { host, ...all } },
      {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        scope: "20130524/us-east-1/s3/aws4_request",
        stamp,
        signedHeaders: signedHeaders.split(";"),
        signature: "",
        payload,
      },
      "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    );
    expect(computedSignature).toBe(signature);
  },
);

describe("links to parts", () => {
  let server: S3Server;
  const carrier = (access: Partial<Parameters<typeof s3Backend>[0]> = {}) =>
    s3Backend({ ...server, clock, fetch: network, ...access });
  beforeAll(async () => {
    server = await startS3Server({ origin: SITE });
  });
  afterAll(() => server.stop());

  async function link(expires = inAMinute(), key = "artists/a/audio/x.wav") {
    const multipartId = await carrier().open(key, "audio/wav");
    const part = { number: 1, length: 5 };
    return new URL(await carrier().partUrl({ id: "01JZ", key, multipartId }, part, expires));
  }

  test("a link needs nothing that a page must set: host and length are signed, in a query of its own", async () => {
    const url = await link();
    expect(url.origin).toBe(server.endpoint);
    expect(url.searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;host");
    expect(Number(url.searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(60);
    expect(url.href).not.toContain(server.secretAccessKey);
    const reply = await put(url.href, "bytes", { "Content-Type": "audio/wav", Origin: SITE });
    expect(reply.status).toBe(200);
    const md5 = createHash("md5").update("bytes").digest("hex");
    expect(reply.headers.get("ETag")).toBe(`"${md5}"`);
  });

  test("the CORS rules that a deployment sets let that site's pages send parts, and no other", async () => {
    const url = (await link()).href;
    const ask = (origin: string) =>
      fetch(url, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "PUT",
          "Access-Control-Request-Headers": "content-type",
        },
      });
    expect((await ask(SITE)).status).toBe(200);
    expect((await ask("https://evil.example")).status).toBe(403);
    const { headers } = await put(url, "bytes", { Origin: SITE });
    expect(headers.get("Access-Control-Allow-Origin")).toBe(SITE);
    expect(headers.get("Access-Control-Expose-Headers")).toBe("ETag");
  });

  test.each([
    ["nothing", ""],
    ["a byte less", "byte"],
    ["a byte more", "bytes!"],
    ["much more", "bytes".repeat(1_000)],
  ])("a link takes the length it was made for, and not %s", async (_, body) => {
    const url = (await link()).href;
    expect((await put(url, body)).status).toBe(403);
    expect((await put(url, body, { "x-amz-decoded-content-length": "5" })).status).toBe(403);
    expect((await put(url, "bytes")).status).toBe(200);
  });

  test("a link is of no use without a length, nor to whoever takes the length out of it", async () => {
    const url = await link();
    const body = new Blob(["bytes and more"]).stream();
    const chunkedRequest = { method: "PUT", body, duplex: "half" } as const;
    expect((await fetch(url, chunkedRequest)).status).toBe(403);
    url.searchParams.set("X-Amz-SignedHeaders", "host");
    expect((await put(url.href, "bytes")).status).toBe(403);
  });

  test("a link that has expired is refused, also one that was asked for in the past", async () => {
    const past = new Date(Date.now() - 1_500);
    expect((await put((await link(past)).href, "bytes")).status).toBe(403);
  });
});
