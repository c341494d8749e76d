import { describe, expect, test } from "vitest";
import { s3Backend } from "./s3-backend.server";

describe("answers that only some servers give", () => {
  const access = {
    endpoint: "https://s3.example",
    bucket: "files",
    accessKeyId: "an-access-key",
    secretAccessKey: "a-secret-access-key",
    clock: () => new Date("2026-11-21T09:00:00.123Z"),
  };
  /** A carrier whose server gives these answers, one after the other. */
  function answering(...replies: (() => Response)[]) {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      const reply = replies[requests.length - 1];
      if (!reply) throw new Error("One call too many");
      return reply();
    };
    return { requests, carrier: s3Backend({ ...access, fetch }) };
  }
  const text = (body: string, status = 200, headers = {}) =>
    new Response(body, { status, headers });
  const parts = [{ number: 1, etag: "e" }];

  test.each([
    ["<Error><Code>InternalError</Code></Error>", undefined, "200 InternalError"],
    ["<Error><Code>NoSuchUpload</Code></Error>", "gone", "200 NoSuchUpload"],
    ["<Error><Code>InvalidPart</Code></Error>", "parts", "200 InvalidPart"],
    ["", undefined, "cannot be read"],
    ["<CompleteMultipartUploadResult><ETag>", undefined, "cannot be read"],
  ])("a join answered by 200 and %s has failed", async (body, problem, words) => {
    const { carrier } = answering(() => text(body));
    const error = await carrier.join("k", "id", parts).catch((e: unknown) => e);
    expect(String(error)).toContain(words);
    expect(carrier.problem(error)).toBe(problem);
  });

  test("a server that answers a range with the whole object is not believed", async () => {
    const { carrier } = answering(() => text("whole"));
    await expect(carrier.read("k", { offset: 0, length: 2 })).rejects.toThrow("200 to GetObject");
  });

  test("a range that an object does not reach reads as nothing", async () => {
    const { carrier } = answering(() => text("<Error/>", 416));
    expect(await carrier.read("k", { offset: 9, length: 2 })).toBeUndefined();
  });

  test("an object whose size is not told, or a part without an etag, is an error", async () => {
    const { carrier } = answering(
      () => new Response(null),
      () => new Response(null),
    );
    await expect(carrier.size("k")).rejects.toThrow();
    await expect(carrier.putPart("k", "id", 1, new Uint8Array(1), 1)).rejects.toThrow();
  });

  test("a redirect is no answer", async () => {
    const { carrier } = answering(() => text("", 307, { Location: "https://evil.example" }));
    await expect(carrier.size("k")).rejects.toThrow("answered 307");
  });

  test("a page of a proxy in place of an error is told by its status", async () => {
    const { carrier } = answering(() => text("<html>Bad gateway</html>", 502));
    await expect(carrier.abort("k", "id")).rejects.toThrow("answered 502 to AbortMultipartUpload.");
  });

  test("links that are to live for more than a week live for a week", async () => {
    const { carrier } = answering();
    const upload = { id: "01JZ", key: "k", multipartId: "id" };
    const part = { number: 1, length: 500 };
    const url = new URL(await carrier.partUrl(upload, part, new Date("2027-01-01T00:00:00Z")));
    expect(url.searchParams.get("X-Amz-Expires")).toBe("604800");
    expect(url.searchParams.get("X-Amz-Date")).toBe("20261121T090000Z");
  });
});
