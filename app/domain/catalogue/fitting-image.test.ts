import { expect, test } from "vitest";
import { fittingImage } from "./fitting-image";

const sizes = (...widths: (number | null)[]) =>
  widths.map((width) => ({ url: `image-${width}`, width }));

test("the smallest image that is large enough is chosen", () => {
  expect(fittingImage(sizes(640, 300, 64), "card")?.width).toBe(300);
  expect(fittingImage(sizes(640, 320, 160), "row")?.width).toBe(160);
});

test("if none is large enough the largest is chosen, and if sizes are unknown the first", () => {
  expect(fittingImage(sizes(64, 32), "card")?.width).toBe(64);
  expect(fittingImage(sizes(null, null), "row")?.url).toBe("image-null");
  expect(fittingImage([{ url: "only" }], "row")?.url).toBe("only");
  expect(fittingImage([], "row")).toBeUndefined();
});
