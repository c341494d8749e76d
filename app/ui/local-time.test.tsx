import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withLocalTimes } from "./local-time";

test("each time in a text is one that the reader's own clock shows, and the text stays as it is", () => {
  const text = "Ada has set this to Live, 2027-03-12T09:30:00.000Z, not on 2027-03-12.";
  expect(renderToStaticMarkup(withLocalTimes(text))).toBe(
    'Ada has set this to Live, <time dateTime="2027-03-12T09:30:00.000Z" title="March 12, 2027, 09:30 UTC" data-local="true">March 12, 2027, 09:30 UTC</time>, not on 2027-03-12.',
  );
  expect(withLocalTimes(undefined)).toBeUndefined();
});
