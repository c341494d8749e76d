import { expect, test } from "vitest";
import { readImageMapping } from "./image-mapping.server";

const paths = { avif: "/files/optimized/a.avif", webp: "/files/optimized/a.webp" };
const whole = JSON.stringify({
  "a.jpg": { thumbnail: paths, medium: paths, large: paths, xlarge: paths },
});
const assets = (answer: () => Response | Promise<Response>) => {
  let fetchCount = 0;
  return {
    asked: () => fetchCount,
    fetch: async () => {
      fetchCount += 1;
      return answer();
    },
  };
};

test("the mapping is read once for all requests", async () => {
  const files = assets(() => new Response(whole));
  const memory = {};
  for (const _ of [1, 2, 3])
    expect((await readImageMapping(files, memory)).has("a.jpg")).toBe(true);
  expect(files.asked()).toBe(1);
});

test.each<[string, () => Response | Promise<Response>]>([
  ["is not there", () => new Response("Not found", { status: 404 })],
  ["is broken", () => new Response(whole.slice(0, -9))],
  ["is a page of somebody else", () => new Response("<!DOCTYPE html>")],
  ["cannot be reached", () => Promise.reject(new Error("away"))],
])("where it %s no picture has sizes, and the next request asks again", async (_, answer) => {
  const memory = {};
  expect((await readImageMapping(assets(answer), memory)).size).toBe(0);
  expect(
    (
      await readImageMapping(
        assets(() => new Response(whole)),
        memory,
      )
    ).size,
  ).toBe(1);
});

test("a worker without files of a site has no sizes", async () => {
  expect((await readImageMapping(undefined, {})).size).toBe(0);
});
