import { expect, test } from "vitest";
import { fontReader } from "./font-reader";

const reading = (reply: Response) =>
  fontReader({ FONTS: { fetch: async () => reply } })("noto-sans-sc-4-400-normal.woff");

test("a font is read whole, one that is not there is left out, and a failure is thrown", async () => {
  expect(await reading(new Response("OTTO"))).toEqual(new TextEncoder().encode("OTTO"));
  expect(await reading(new Response(null, { status: 404 }))).toBeUndefined();
  await expect(reading(new Response(null, { status: 500 }))).rejects.toThrow(
    "The font noto-sans-sc-4-400-normal.woff answered 500.",
  );
  expect(await fontReader({})("index.json")).toBeUndefined();
});
