import { expect, test, vi } from "vitest";
import { pageTitle } from "./page-title";

const root = (isRefused: boolean) => [{ id: "root", data: { brand: "Mahogany", isRefused } }];

test("a title names the page, then the label", () => {
  const page = { matches: root(false), location: { key: "default" } };
  expect(pageTitle("Help", page)).toEqual([{ title: "Help · Mahogany" }]);
});

test("a long page name is cut in the title, and the label's name is not", () => {
  const page = { matches: root(true), location: { key: "default" } };
  const [{ title } = {}] = pageTitle("W".repeat(200), page) as { title?: string }[];
  expect(title).toBe(`Error: ${"W".repeat(51)}… · Mahogany`);
  expect(title).toHaveLength(70);
  // The cut must not leave half a surrogate pair.
  expect(pageTitle(`${"W".repeat(50)}🎵🎵🎵🎵`, page)).toEqual([
    { title: `Error: ${"W".repeat(50)}… · Mahogany` },
  ]);
});

test("the title of a refused form's document starts with Error, and later pages' titles do not", () => {
  const title = (key: string) => pageTitle("Help", { matches: root(true), location: { key } });
  expect(title("default")).toEqual([{ title: "Error: Help · Mahogany" }]);
  expect(title("a1b2c3")).toEqual([{ title: "Help · Mahogany" }]);
});

test("a refused form's title starts with Error also if the history key was set before the scripts loaded", async () => {
  vi.resetModules();
  vi.stubGlobal("history", { state: { key: "a1b2c3" } });
  const fresh = await import("./page-title");
  vi.unstubAllGlobals();
  const page = { matches: root(true), location: { key: "a1b2c3" } };
  expect(fresh.pageTitle("Help", page)).toEqual([{ title: "Error: Help · Mahogany" }]);
});
