import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { addFile } from "./file-column.server";

const PIECE = 64 * 1024;

function createSource(pieces: number) {
  const counts = { pieces: 0 };
  const bytes = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (counts.pieces === pieces) return controller.close();
      counts.pieces += 1;
      controller.enqueue(new Uint8Array(PIECE));
    },
  });
  return { counts, bytes };
}

const target = { itemId: "7", columnId: "files", idempotencyKey: "S:file" };
const nameAndType = { name: "one.wav", contentType: "audio/wav" };

test("a file is read as fast as the board takes it, and no faster", async () => {
  const { counts, bytes } = createSource(200);
  let length = 0;
  let bufferedBytes = 0;
  const fetcher = async (request: Request) => {
    expect(request.url).toBe("https://api.monday.com/v2/file");
    expect(request.headers.get("Idempotency-Key")).toBe("S:file");
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      bufferedBytes = Math.max(bufferedBytes, counts.pieces * PIECE - length);
    }
    return Response.json({ data: { add_file_to_column: { id: 5 } } });
  };
  let statedTotal = 0;
  const pipe = (total: number) => {
    statedTotal = total;
    return new TransformStream<Uint8Array, Uint8Array>();
  };
  const file = { ...nameAndType, size: 200 * PIECE, bytes };
  expect(await addFile({ send: fetcher, token: "t", now: systemClock }, target, file, pipe)).toBe(
    "5",
  );
  expect(length).toBe(statedTotal);
  expect(bufferedBytes).toBeLessThan(8 * PIECE);
});

test.each([
  [401, { permanent: true }],
  [429, { permanent: false, retryAfterSeconds: 9 }],
])(
  "a board that answers %d without reading the whole file is handled",
  async (status, expectedFailure) => {
    const { counts, bytes } = createSource(10_000);
    const fetcher = async () => new Response("no", { status, headers: { "Retry-After": "9" } });
    const file = { ...nameAndType, size: 10_000 * PIECE, bytes };
    const pipe = () => new TransformStream<Uint8Array, Uint8Array>();
    const error = await addFile(
      { send: fetcher, token: "t", now: systemClock },
      target,
      file,
      pipe,
    ).catch((reason) => reason);
    expect(error).toMatchObject({ code: `HTTP_${status}`, ...expectedFailure });
    expect(counts.pieces).toBeLessThan(10);
  },
);
