/** Cloudflare Images' permanent errors: too large, no picture, too many pixels, unknown kind. */
const FINAL_CODES = [9402, 9412, 9413, 9520];

function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    FINAL_CODES.some((code) => code === Number(error.code))
  );
}

/**
 * Shrinks pictures with Cloudflare Images, upright and never enlarged. The worker keeps only the result in
 * memory.
 * @param images the binding, which only the site's worker has.
 */
export function createPictureShrinker(images: ImagesBinding | undefined) {
  return async (
    picture: ReadableStream<Uint8Array>,
    size: { width: number; height: number },
    quality: number,
  ): Promise<Uint8Array | undefined> => {
    if (!images) throw new Error("Pictures cannot be made smaller here.");
    try {
      const result = await images
        .input(picture)
        .transform({ ...size, fit: "scale-down" })
        .output({ format: "image/jpeg", quality });
      return new Uint8Array(await result.response().arrayBuffer());
    } catch (error) {
      if (isFinal(error)) return undefined;
      throw error;
    }
  };
}
