import { expect, test } from "vitest";
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
