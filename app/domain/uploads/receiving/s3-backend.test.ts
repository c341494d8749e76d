import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { network } from "~/platform/http-client";
import { carrierContract } from "../../../../tests/support/carrier-contract";
import { type S3Server, startS3Server } from "../../../../tests/support/s3-server";
import { s3Backend } from "./s3-backend.server";

/*
 * Against a server of S3's operations over HTTP, with every signature checked and the rules of R2 for
 * parts (see tests/support/s3-server.ts).
 */

const clock = () => new Date();
const inAMinute = () => new Date(Date.now() + 60_000);

const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "PUT", body, headers });

carrierContract("S3", async () => {
  const server = await startS3Server();
  return {
    carrier: s3Backend({ ...server, clock, fetch: network }),
    sendPart: async (url, bytes) => {
      const { status, headers } = await fetch(url, { method: "PUT", body: bytes });
      return { status, etag: headers.get("ETag")?.replaceAll('"', "") };
    },
    body: (bytes) => new Blob([bytes]).stream(),
    close: server.stop,
  };
});

describe("a bucket with signatures checked", () => {
  let server: S3Server;
  const carrier = (access: Partial<Parameters<typeof s3Backend>[0]> = {}) =>
    s3Backend({ ...server, clock, fetch: network, ...access });
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.stop());

  test.each([
    [
      "a wrong secret",
      () => ({ secretAccessKey: "another-secret-key" }),
      /403 SignatureDoesNotMatch/,
    ],
    ["a key nobody knows", () => ({ accessKeyId: "NOBODY123" }), /403 InvalidAccessKeyId/],
    [
      "a clock an hour off",
      () => ({ clock: () => new Date(Date.now() - 3_600_000) }),
      /403 RequestTimeTooSkewed/,
    ],
    ["a bucket that does not exist", () => ({ bucket: "no-such-bucket" }), /404 NoSuchBucket/],
    ["a server that is not there", () => ({ endpoint: "http://127.0.0.1:1" }), /did not answer/],
  ])("%s is told in words without key, address or credential", async (_, access, words) => {
    const failing = carrier(access());
    const error = await failing.open("artists/Söng.wav", "audio/wav").catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    const { message, stack = "" } = error as Error;
    expect(message).toMatch(words);
    expect(message).toMatch(/CreateMultipartUpload\.$/);
    expect(`${message}${stack}`).not.toMatch(/S.ng\.wav|X-Amz|127\.0\.0\.1|TESTACCESSKEY|secret/);
    expect(failing.problem(error)).toBeUndefined();
  });

  test.each([
    ["spaces", "artists/a b/audio/two  words.wav"],
    ["letters of other alphabets", "artists/å/audio/Sōtto Voce – 夜 🎵.wav"],
    ["plus and percent", "artists/a/audio/1+1=100%25 %2F+%.wav"],
    ["quotes and brackets", `artists/a/audio/'it''s' "(live)" [1]!*.wav`],
    ["what addresses use", "artists/a/audio/a?b=c&d#e;f@g:h,i$j.wav"],
    ["markup", "artists/a/audio/<b>&amp;.wav"],
    ["backslash and tilde", "artists/a/audio/a\\b~c^d`e|f{g}.wav"],
    ["dots", "artists/a/audio/...wav..mp3."],
  ])("a key with %s names the same object to every call", async (_, key) => {
    const { open, partUrl, putPart, join, read, size, list, remove, put: store } = carrier();
    const multipartId = await open(key, "audio/wav");
    const upload = { id: "01JZ", key, multipartId };
    const url = await partUrl(upload, { number: 1, length: 7 }, inAMinute());
    expect((await put(url, "by link")).status).toBe(200);
    const bytes = new TextEncoder().encode("by the server");
    const etag = await putPart(key, multipartId, 1, bytes, bytes.length);
    await join(key, multipartId, [{ number: 1, etag }]);
    expect(await size(key)).toBe(13);
    expect(await new Response(await read(key)).text()).toBe("by the server");
    expect(await list(key)).toEqual([key]);
    await store(key, new TextEncoder().encode("again"), 5);
    expect(await new Response(await read(key, { offset: 1, length: 3 })).text()).toBe("gai");
    await remove(key);
    expect(await list(key)).toEqual([]);
  });

  test("a list goes on to its last page", async () => {
    const few = await startS3Server({ maxKeys: 3 });
    onTestFinished(few.stop);
    const { put: store, list } = s3Backend({ ...few, clock, fetch: network });
    const keys = Array.from({ length: 7 }, (_, at) => `pieces/ä & b+c/${at}`);
    for (const key of [...keys, "pieces/other"])
      await store(key, new TextEncoder().encode("piece"), 5);
    expect(await list("pieces/ä & b+c/")).toEqual(keys);
    expect(few.requests.filter((line) => line.includes("list-type"))).toHaveLength(3);
  });

  test.each(["a/../b", "a/./b", "..", "a/.."])("no address can carry the key %s", async (key) => {
    await expect(carrier().size(key)).rejects.toThrow("cannot carry this key");
  });

  test("bytes get their length from fetch, streams from us: named twice, it is refused", async () => {
    const lengths: (string | null)[] = [];
    const fetch = (request: Request) => {
      lengths.push(request.headers.get("Content-Length"));
      return network(request);
    };
    const { put } = carrier({ fetch });
    const bytes = new TextEncoder().encode("bytes");
    await put("a", bytes, 5);
    await put("b", new Blob([bytes]).stream(), 5);
    expect(lengths).toEqual([null, "5"]);
  });

  test("parts that S3 will not join are a problem of the parts", async () => {
    const { open, putPart, join, problem } = carrier();
    const key = "artists/a/audio/small.wav";
    const multipartId = await open(key, "audio/wav");
    const store = async (number: number) => {
      const etag = await putPart(key, multipartId, number, new Uint8Array(10), 10);
      return { number, etag };
    };
    const [first, second] = [await store(1), await store(2)];
    for (const parts of [[first, second], [first, first], [{ number: 3, etag: first.etag }]]) {
      const error = await join(key, multipartId, parts).catch((e: unknown) => e);
      expect(problem(error)).toBe("parts");
    }
  });
});
