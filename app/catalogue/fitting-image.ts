/** Pixels an image must fill at a device pixel ratio of 2. */
const NEEDED = { row: 96, card: 240 };

/**
 * The smallest image that still fills a place of the interface, so that a list on a slow line does
 * not load covers of 640 pixels; the first one where no size is known.
 */
export function fittingImage<Image extends { url: string; width?: number | null }>(
  images: readonly Image[],
  place: keyof typeof NEEDED,
): Image | undefined {
  const fitting = images.filter(({ width }) => (width ?? 0) >= NEEDED[place]);
  const [smallest] = fitting.sort((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return smallest ?? images[0];
}
