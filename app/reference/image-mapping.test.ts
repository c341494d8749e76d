import { expect, test } from "vitest";
import { imageChoices, imageSizes, parseImageMapping } from "./image-mapping";

/** The image that a browser would choose. */
function chosenWidth(width: number, ratio: number): string | undefined {
  const holds = (media = "") => {
    const maxWidth = Number(/max-width: (\d+)px/.exec(media)?.[1] ?? Number.POSITIVE_INFINITY);
    const dense = Number(/min-resolution: (\d+)dppx/.exec(media)?.[1] ?? 0);
    return width <= maxWidth && ratio >= dense;
  };
  return imageChoices.find(({ media }) => holds(media))?.size;
}

// Specification, portal, section 9.
test.each([
  [320, 1, "thumbnail"],
  [480, 1, "thumbnail"],
  [480, 1.5, "thumbnail"],
  [480, 2, "medium"],
  [360, 3, "medium"],
  [481, 1, "medium"],
  [768, 1, "medium"],
  [768, 2, "large"],
  [769, 1, "large"],
  [1200, 1, "large"],
  [1200, 2, "xlarge"],
  [1201, 1, "xlarge"],
  [1920, 3, "xlarge"],
])("a window of %i pixels at ratio %d shows %s", (width, ratio, size) => {
  expect(chosenWidth(width, ratio)).toBe(size);
});

const of = (name: string) =>
  Object.fromEntries(
    Object.keys(imageSizes).map((size) => [
      size,
      {
        avif: `/files/optimized/${name}-${size}.avif`,
        webp: `/files/optimized/${name}-${size}.webp`,
      },
    ]),
  );

test("a mapping gives each picture its variants", () => {
  const mapping = parseImageMapping(JSON.stringify({ "a.jpg": of("a") }));
  expect(mapping.get("a.jpg")?.large.webp).toBe("/files/optimized/a-large.webp");
  expect(mapping.get("b.jpg")).toBeUndefined();
});

test.each(["", "{", "null", "[]", '"a"', "7", '{"a.jpg":null}', '{"a.jpg":{"thumbnail":{}}}'])(
  "from %s no picture has variants, and nothing is thrown",
  (text) => {
    expect(parseImageMapping(text).size).toBe(0);
  },
);

test.each([
  "//evil.example/a.avif",
  "https://evil.example/a.avif",
  "/files/optimized/a.avif 1x, //evil.example/b.avif",
  "/files/optimized/../../staff",
])("a picture that would be taken from %s has no variants; others keep theirs", (avif) => {
  const bad = { ...of("a"), medium: { avif, webp: "/files/optimized/a.webp" } };
  const mapping = parseImageMapping(JSON.stringify({ "a.jpg": bad, "b.jpg": of("b") }));
  expect([...mapping.keys()]).toEqual(["b.jpg"]);
});
