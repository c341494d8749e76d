import { expect, test } from "vitest";
import type { ArtworkFindings } from "~/domain/media/artwork-findings";
import { artworkAdvice } from "./advice";

const COVER: ArtworkFindings = {
  width: 3000,
  height: 3000,
  components: 3,
  coding: "progressive",
  orientation: 1,
  orientationAt: null,
  adobeTransform: 1,
  profile: "rgb",
};

test.each([
  ["a large square cover", {}],
  ["one without a profile", { profile: null, adobeTransform: null }],
])("has nothing to say against %s", (_what, findings) => {
  expect(artworkAdvice({ ...COVER, ...findings })).toEqual([]);
});

const CMYK =
  "This picture is made for print (CMYK), so its colours can look wrong on screens. Export it again as RGB.";
const GREY =
  "This picture is saved as greyscale, which some stores don't take. Export it again as RGB; it will look the same.";

test.each<[string, Partial<ArtworkFindings>, [string, string][]]>([
  ["CMYK", { components: 4, profile: "cmyk", adobeTransform: 2 }, [["cmyk", CMYK]]],
  ["CMYK without a profile", { components: 4, profile: null }, [["cmyk", CMYK]]],
  ["greyscale", { components: 1, profile: "grey" }, [["grey", GREY]]],
  [
    "a small cover",
    { width: 1400, height: 1400 },
    [
      [
        "small",
        "This picture is 1400 by 1400 pixels. Stores ask for at least 3000 by 3000: export it larger from the original, since enlarging this file would only blur it.",
      ],
    ],
  ],
  [
    "a picture turned on its side, as it is shown",
    { width: 3500, height: 4000, orientation: 6 },
    [
      [
        "not-square",
        "This picture is 3500 by 4000 pixels. Covers are square: crop it so that both sides are the same, or stores may crop it for you.",
      ],
      [
        "rotated",
        "This picture is saved turned or flipped, with a note to show it the right way up. Some stores ignore that note: open it in a picture editor and export it again the right way up.",
      ],
    ],
  ],
  [
    "a small photo",
    { width: 3200, height: 2400 },
    [
      [
        "not-square",
        "This picture is 3200 by 2400 pixels. Covers are square: crop it so that both sides are the same, or stores may crop it for you.",
      ],
      [
        "small",
        "The shorter side of this picture has 2400 pixels. Stores ask for at least 3000 by 3000: export it larger from the original, since enlarging this file would only blur it.",
      ],
    ],
  ],
  [
    "a rare coding",
    { coding: "rare" },
    [
      [
        "rare-jpeg",
        "This picture is a rare kind of JPEG that a lot of programs can't show. Export it again as a standard JPEG.",
      ],
    ],
  ],
])("tells of %s", (_what, findings, expectedAdvice) => {
  const advice = expectedAdvice.map(([code, text]) => ({ code, text, tone: "advice" }));
  expect(artworkAdvice({ ...COVER, ...findings })).toEqual(advice);
});
