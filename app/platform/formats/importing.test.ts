import { expect, test } from "vitest";
import { importing } from "./importing";

const PATH = "https://label.example/build/panel-A1.js";
const failed = (url: string) =>
  new TypeError(`Failed to fetch dynamically imported module: ${url}`);

test("a script that the browser keeps as failed is asked for under another address each time", async () => {
  const asked: string[] = [];
  const load = importing(
    async (): Promise<string> => {
      throw failed(PATH);
    },
    async (url) => {
      asked.push(url);
      if (asked.length < 3) throw failed(url);
      return "panel";
    },
  );
  for (let time = 0; time < 3; time++) await expect(load()).rejects.toThrow("Failed to fetch");
  expect(await load()).toBe("panel");
  expect(asked).toEqual([1, 2, 3].map((n) => `${PATH}?again=${n}`));
});

test("where the error names no script, the same import is made again", async () => {
  let times = 0;
  const load = importing(
    async () => {
      times += 1;
      if (times === 1) throw new TypeError("Importing a module script failed.");
      return "panel";
    },
    () => Promise.reject(new Error("not asked")),
  );
  await expect(load()).rejects.toThrow("script failed");
  expect(await load()).toBe("panel");
});
