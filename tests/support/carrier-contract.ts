import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import { sha256 } from "./drafts";

/** A carrier with an empty bucket, and a way to send parts to it as a browser does. */
interface CarrierUnderTest {
  carrier: StorageBackend;
  /** PUTs the bytes to a part's link as a browser does. */
  sendPart: (
    url: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<{ status: number; etag?: string }>;
  /** The bytes as the server passes them on: a stream where the runtime knows its length. */
  body: (bytes: Uint8Array<ArrayBuffer>) => ReadableStream | Uint8Array;
  close: () => Promise<void>;
}

const PART = 5 * 1024 * 1024;
const SONG = "artists/ada-abcdefgh/audio/01JZ-Söng #1 (100%) + more.wav";

/** Seeded noise, different for every part. */
function noise(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const numbers = new Uint32Array(Math.ceil(length / 4));
  let state = seed * 2_654_435_761 + 1;
  for (let index = 0; index < numbers.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[index] = state;
  }
  return new Uint8Array(numbers.buffer, 0, length);
}

async function readBytes(stream: ReadableStream<Uint8Array> | undefined) {
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
}

const expiresAt = () => new Date(Date.now() + 60_000);

/**
 * Declares the tests that every carrier must pass. @param createCarrier over a bucket of its own.
 */
export function carrierContract(
  name: string,
  createCarrier: () => Promise<CarrierUnderTest>,
): void {
  describe(`the ${name} carrier`, () => {
    let bucket: CarrierUnderTest;
    let carrier: StorageBackend;
    beforeAll(async () => {
      bucket = await createCarrier();
      carrier = bucket.carrier;
    });
    afterAll(() => bucket.close());

    /** Opens an upload and a way to send its parts by their links. */
    async function begin(key: string) {
      const multipartId = await carrier.open(key, "audio/wav");
      const upload = { id: "01JZ", key, multipartId };
      const link = (number: number, length: number, expires = expiresAt()) =>
        carrier.partUrl(upload, { number, length }, expires);
      const sendPart = async (number: number, bytes: Uint8Array<ArrayBuffer>) => {
        const reply = await bucket.sendPart(await link(number, bytes.length), bytes);
        expect(reply).toEqual({ status: 200, etag: expect.stringMatching(/^[^"]+$/) });
        return { number, etag: String(reply.etag) };
      };
      return { multipartId, link, send: sendPart };
    }

    test("parts sent by their links, in any order, make the file byte for byte", async () => {
      const file = noise(2 * PART + 1_234, 1);
      const { multipartId, send: sendPart } = await begin(SONG);
      const last = await sendPart(3, file.slice(2 * PART));
      const first = await sendPart(1, file.slice(0, PART));
      const second = await sendPart(2, file.slice(PART, 2 * PART));
      expect(await carrier.size(SONG)).toBeUndefined();
      await carrier.join(SONG, multipartId, [last, first, second]);
      expect(await carrier.size(SONG)).toBe(file.length);
      const storedBytes = await readBytes(await carrier.read(SONG));
      expect(storedBytes && sha256(storedBytes)).toBe(sha256(file));
      for (const [offset, length] of [
        [0, 44],
        [PART - 10, 20],
        [file.length - 5, 5],
      ] as const)
        expect(await readBytes(await carrier.read(SONG, { offset, length }))).toEqual(
          file.slice(offset, offset + length),
        );
    });

    test("a range that goes on behind the end is cut off there", async () => {
      const key = "pieces/short/1/0";
      await carrier.put(key, bucket.body(noise(100, 2)), 100);
      expect((await readBytes(await carrier.read(key, { offset: 90, length: 64 })))?.length).toBe(
        10,
      );
    });

    test("parts stored by the server and by links join in one file", async () => {
      const key = "artists/ada-abcdefgh/audio/mixed.wav";
      const file = noise(PART + 4_000, 3);
      const { multipartId, send: sendPart } = await begin(key);
      const head = file.slice(0, PART);
      const etag = await carrier.putPart(key, multipartId, 1, bucket.body(head), head.length);
      await carrier.join(key, multipartId, [
        { number: 1, etag },
        await sendPart(2, file.slice(PART)),
      ]);
      const storedBytes = await readBytes(await carrier.read(key));
      expect(storedBytes && sha256(storedBytes)).toBe(sha256(file));
    });

    test("a part that is sent again counts as it was sent last", async () => {
      const key = "artists/ada-abcdefgh/audio/again.wav";
      const { multipartId, send: sendPart } = await begin(key);
      await sendPart(1, noise(500, 4));
      const again = await sendPart(1, noise(600, 5));
      await carrier.join(key, multipartId, [again]);
      expect(await readBytes(await carrier.read(key))).toEqual(noise(600, 5));
    });

    test("parts it does not hold are a problem of the parts", async () => {
      const key = "artists/ada-abcdefgh/audio/mixed-up.wav";
      const { multipartId, send: sendPart } = await begin(key);
      const { number, etag } = await sendPart(1, noise(500, 6));
      const wrong = `${etag.startsWith("0") ? "1" : "0"}${etag.slice(1)}`;
      const failure = await carrier
        .join(key, multipartId, [{ number, etag: wrong }])
        .catch((e) => e);
      expect(carrier.problem(failure)).toBe("parts");
      await carrier.join(key, multipartId, [{ number, etag }]);
      expect(await carrier.size(key)).toBe(500);
    });

    test("an upload that was given up is gone, and may be given up again", async () => {
      const key = "artists/ada-abcdefgh/audio/given-up.wav";
      const { multipartId, link, send: sendPart } = await begin(key);
      const part = await sendPart(1, noise(500, 7));
      const expiredLink = await link(1, 500);
      await carrier.abort(key, multipartId);
      await carrier.abort(key, multipartId);
      const bytes = noise(500, 8);
      // One after the other: a rejection that nobody awaits yet would fail the whole run.
      for (const attempt of [
        () => carrier.join(key, multipartId, [part]),
        () => carrier.putPart(key, multipartId, 1, bucket.body(bytes), bytes.length),
      ])
        expect(carrier.problem(await attempt().catch((error) => error))).toBe("gone");
      expect((await bucket.sendPart(expiredLink, bytes)).status).toBeGreaterThanOrEqual(400);
      expect(await carrier.size(key)).toBeUndefined();
    });

    test("a joined upload is gone for whoever joins it again, and its file stays", async () => {
      const key = "artists/ada-abcdefgh/audio/joined.wav";
      const { multipartId, send: sendPart } = await begin(key);
      const part = await sendPart(1, noise(500, 9));
      await carrier.join(key, multipartId, [part]);
      const again = await carrier.join(key, multipartId, [part]).catch((error) => error);
      // Some storage repeats the answer of the first join; others report that the upload has ended.
      expect([undefined, "gone"]).toContain(again && carrier.problem(again));
      await carrier.abort(key, multipartId);
      expect(await carrier.size(key)).toBe(500);
    });

    test("any other failure is the bucket's own", () => {
      expect(carrier.problem(new Error("put: internal error. (10001)"))).toBeUndefined();
      expect(carrier.problem(new TypeError("fetch failed"))).toBeUndefined();
      expect(carrier.problem("gone")).toBeUndefined();
    });

    test("a link opens its own part of its own upload only, and only until it expires", async () => {
      const key = "artists/ada-abcdefgh/audio/linked.wav";
      const { link } = await begin(key);
      const other = await begin("artists/ada-abcdefgh/audio/other.wav");
      const bytes = noise(500, 10);
      const url = await link(1, 500);
      const renumberedUrl = url.replace(/(parts\/|partNumber=)1/, "$12");
      expect(renumberedUrl).not.toBe(url);
      const signature = /signature=([0-9a-f]+)/i;
      const foreign = (await other.link(1, 500)).replace(signature, signature.exec(url)?.[0] ?? "");
      const expiredUrl = await link(1, 500, new Date(Date.now() - 60_000));
      for (const bad of [renumberedUrl, foreign, expiredUrl])
        expect((await bucket.sendPart(bad, bytes)).status).toBe(403);
      expect((await bucket.sendPart(url, bytes)).status).toBe(200);
    });

    test("small objects are stored, listed by their beginning, and removed", async () => {
      const bytes = noise(256 * 1024, 11);
      const keys = ["pieces/a/1/0", "pieces/a/1/262144", "pieces/a/2/0"];
      for (const key of [...keys, "pieces/ab/1/0"])
        await carrier.put(key, bucket.body(bytes), bytes.length);
      expect((await carrier.list("pieces/a/")).toSorted()).toEqual(keys);
      expect(await carrier.list("pieces/nobody/")).toEqual([]);
      expect(await readBytes(await carrier.read("pieces/a/2/0"))).toEqual(bytes);
      await carrier.remove(...keys, "pieces/a/9/0");
      await carrier.remove();
      expect(await carrier.list("pieces/a/")).toEqual([]);
      expect(await carrier.list("pieces/ab/")).toEqual(["pieces/ab/1/0"]);
    });

    test("what is stored again replaces what was there", async () => {
      await carrier.put("pieces/b/1/0", bucket.body(noise(300, 12)), 300);
      await carrier.put("pieces/b/1/0", bucket.body(noise(200, 13)), 200);
      expect(await readBytes(await carrier.read("pieces/b/1/0"))).toEqual(noise(200, 13));
    });

    test("what is not there has no size and no bytes", async () => {
      expect(await carrier.size("artists/nobody")).toBeUndefined();
      expect(await carrier.read("artists/nobody")).toBeUndefined();
      expect(await carrier.read("artists/nobody", { offset: 0, length: 10 })).toBeUndefined();
    });
  });
}
