/**
 * What Cloudflare Images answers of a picture that will never do: too large, no picture, too many
 * pixels, or of a kind it does not know. Anything else may go well another time.
 */
const FINAL_CODES = [9402, 9412, 9413, 9520];

function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    FINAL_CODES.some((code) => code === Number(error.code))
  );
}

/**
 * Makes pictures smaller by Cloudflare Images, turned upright and never larger than they are. The
 * worker itself holds no more of a picture than what comes out of it.
 * @param images the binding, which only the site's worker has.
 */
export function pictureShrinker(images: ImagesBinding | undefined) {
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
