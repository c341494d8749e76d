import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { imageFormats, imageSizes, parseImageMapping } from "~/reference/image-mapping";
import { SitePicture } from "./site-picture";

const NAME = "grooves.jpg";
const sizes = Object.keys(imageSizes);
const mapping = JSON.stringify({
  [NAME]: Object.fromEntries(
    sizes.map((size) => [
      size,
      Object.fromEntries(imageFormats.map((kind) => [kind, `/files/optimized/g-${size}.${kind}`])),
    ]),
  ),
});

const renderPicture = (text: string) =>
  renderToStaticMarkup(
    <SitePicture
      original="/files/originals/grooves.jpg"
      variants={parseImageMapping(text).get(NAME)}
      alt="Grooves"
      width={1600}
      height={800}
      sizes="100vw"
    />,
  );

test("every size is offered in both formats with its width and the sizes attribute", () => {
  const html = renderPicture(mapping);
  for (const [size, width] of Object.entries(imageSizes))
    for (const format of imageFormats)
      expect(html).toContain(`srcSet="/files/optimized/g-${size}.${format} ${width}w"`);
  expect(html.match(/sizes="100vw"/g)).toHaveLength(14);
  // The browser must try the smaller format first.
  expect(html.indexOf("image/avif")).toBeLessThan(html.indexOf("image/webp"));
  expect(html.lastIndexOf("image/avif")).toBeLessThan(html.indexOf("image/webp"));
});

test.each([
  "{}",
  "{",
  "null",
  mapping.replace(NAME, "other.jpg"),
  mapping.replace("g-large", "../g"),
])("with the mapping %.40s the original is shown", (text) => {
  const html = renderPicture(text);
  expect(html).not.toContain("<source");
  expect(html).toContain('src="/files/originals/grooves.jpg"');
});

test.each([mapping, "{"])("width, height and alt text are always present", (text) => {
  expect(renderPicture(text)).toMatch(/<img [^>]*alt="Grooves" width="1600" height="800"/);
});
