/** In pixels, at a device pixel ratio of 2. */
const MIN_WIDTHS = { row: 96, card: 240 };

/**
 * The smallest image that is large enough, so that lists load fast; the first one if no size is
 * known.
 */
export function fittingImage<Image extends { url: string; width?: number | null }>(
  images: readonly Image[],
  place: keyof typeof MIN_WIDTHS,
): Image | undefined {
  const fitting = images.filter(({ width }) => (width ?? 0) >= MIN_WIDTHS[place]);
  const [smallest] = fitting.sort((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return smallest ?? images[0];
}
