import sharp from "sharp";
import { expect, test } from "vitest";
import { exifBody, withSegments } from "../../../tests/fixtures/jpeg";
import { readArtwork } from "./artwork";
import { bytesReader } from "./range-reader";
import { createPictureShrinker } from "./shrink-picture.server";

const small = Uint8Array.of(1, 2, 3);

/** A fake of Cloudflare Images that returns `small` or fails. */
function imagesThat(fail?: unknown) {
  const options: unknown[] = [];
  const images = {
    input: () => ({
      transform: (how: unknown) => {
        options.push(how);
        return {
          output: async (as: unknown) => {
            options.push(as);
            if (fail) throw fail;
            return { response: () => new Response(small) };
          },
        };
      },
    }),
  } as unknown as ImagesBinding;
  return { images, options };
}
const shrink = (images?: ImagesBinding) =>
  createPictureShrinker(images)(new Blob([]).stream() as never, { width: 650, height: 500 }, 75);
const failure = (code: number) => Object.assign(new Error("No"), { code });

test("a picture is made smaller, never larger, and a JPEG", async () => {
  const { images, options } = imagesThat();
  expect(await shrink(images)).toEqual(small);
  expect(options).toEqual([
    { width: 650, height: 500, fit: "scale-down" },
    { format: "image/jpeg", quality: 75 },
  ]);
});

test.each([9402, 9412, 9413, 9520])("error %i is permanent", async (code) =>
  expect(await shrink(imagesThat(failure(code)).images)).toBeUndefined(),
);

test.each([9422, 9523])("error %i may be retried", (code) =>
  expect(shrink(imagesThat(failure(code)).images)).rejects.toThrow("No"),
);

test("a worker without Cloudflare Images says so", () =>
  expect(shrink()).rejects.toThrow("cannot be made smaller"));

/** Images as Cloudflare has it, which turns by EXIF, and as it runs locally, which does not. */
const sharpImages = (turnsByExif: boolean) =>
  ({
    input: (stream: ReadableStream) => ({
      transform: ({ flip, rotate, width, height }: ImageTransform) => ({
        output: async () => {
          const bytes = await new Response(stream).arrayBuffer();
          const upright = turnsByExif ? await sharp(bytes).rotate().toBuffer() : bytes;
          const flipped = await sharp(upright)
            .flop(flip === "h")
            .flip(flip === "v")
            .toBuffer();
          const turned = await sharp(flipped)
            .rotate(rotate ?? 0)
            .resize(width, height, { fit: "inside" })
            .jpeg()
            .toBuffer();
          return { response: () => new Response(new Uint8Array(turned)) };
        },
      }),
    }),
  }) as unknown as ImagesBinding;

/** A red quarter at the top left, in a picture that is wider than high once it stands upright. */
async function storedAs(orientation: number) {
  const red = { create: { width: 40, height: 20, channels: 3, background: "red" } } as const;
  const upright = await sharp({
    create: { width: 80, height: 40, channels: 3, background: "blue" },
  })
    .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  // What undoes each turn: EXIF names how to turn the stored picture, clockwise, after mirroring it.
  const angle = { 3: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation] ?? 0;
  const turned = await sharp(upright).rotate(angle).png().toBuffer();
  const stored = await sharp(turned)
    .flop([2, 5, 7].includes(orientation))
    .flip(orientation === 4)
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();
  return withSegments(new Uint8Array(stored), [{ marker: 0xe1, body: exifBody(orientation) }]);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "a picture of orientation %i is upright, whether the service turns by EXIF or not",
  async (orientation) => {
    const file = await storedAs(orientation);
    const result = await readArtwork(bytesReader(file), file.length);
    if (!result.ok) throw new Error(result.reason);
    expect(result.artwork).toMatchObject({ orientation, width: 80, height: 40 });
    for (const turnsByExif of [true, false]) {
      const shrink = createPictureShrinker(sharpImages(turnsByExif));
      const stream = new Blob([file]).stream() as never;
      const bytes = await shrink(stream, { width: 40, height: 20 }, 90, result.artwork);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([40, 20]);
      const redAt = (x: number, y: number) => (data[(y * 40 + x) * 3] ?? 0) > 128;
      const corners = [redAt(5, 3), redAt(35, 3), redAt(5, 17), redAt(35, 17)];
      expect(corners).toEqual([true, false, false, false]);
    }
  },
);
