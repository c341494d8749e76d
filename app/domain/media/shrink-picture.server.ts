/** Cloudflare Images' permanent errors: too large, no picture, too many pixels, unknown kind. */
const FINAL_CODES = [9402, 9412, 9413, 9520];

function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    FINAL_CODES.some((code) => code === Number(error.code))
  );
}

/** How a picture is stored; `orientationAt` is where the byte of its EXIF orientation stands. */
interface StoredTurn {
  orientation?: number | undefined;
  orientationAt?: number | null | undefined;
}

/** What sets each EXIF orientation upright: first mirrored, then turned clockwise. */
const UPRIGHT: Readonly<Record<number, Pick<ImageTransform, "flip" | "rotate">>> = {
  2: { flip: "h" },
  3: { rotate: 180 },
  4: { flip: "v" },
  5: { flip: "h", rotate: 270 },
  6: { rotate: 90 },
  7: { flip: "h", rotate: 90 },
  8: { rotate: 270 },
};

function withByte(at: number, value: number): TransformStream<Uint8Array, Uint8Array> {
  let position = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const offset = at - position;
      position += chunk.length;
      const isHere = offset >= 0 && offset < chunk.length;
      controller.enqueue(isHere ? chunk.with(offset, value) : chunk);
    },
  });
}

/**
 * Shrinks pictures with Cloudflare Images, upright and never enlarged. The worker keeps only the result in
 * memory. Some of its versions turn by EXIF and some do not, so its note is taken away and the turn named.
 * @param images the binding, which only the site's worker has.
 */
export function createPictureShrinker(images: ImagesBinding | undefined) {
  return async (
    picture: ReadableStream<Uint8Array>,
    size: { width: number; height: number },
    quality: number,
    { orientation = 1, orientationAt }: StoredTurn = {},
  ): Promise<Uint8Array | undefined> => {
    if (!images) throw new Error("Pictures cannot be made smaller here.");
    try {
      const turn = typeof orientationAt === "number" ? UPRIGHT[orientation] : undefined;
      const unturned = turn ? picture.pipeThrough(withByte(orientationAt ?? 0, 1)) : picture;
      const result = await images
        .input(unturned)
        .transform({ ...turn, ...size, fit: "scale-down" })
        .output({ format: "image/jpeg", quality });
      return new Uint8Array(await result.response().arrayBuffer());
    } catch (error) {
      if (isFinal(error)) return undefined;
      throw error;
    }
  };
}
