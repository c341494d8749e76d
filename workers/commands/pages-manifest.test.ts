import { expect, test } from "vitest";
import { manifestScript, packManifest, readManifest } from "./pages-manifest";

const manifest = {
  version: "00000000",
  url: "/build/manifest-00000000.js",
  entry: { module: "/build/entry-A.js", imports: ["/build/_shared/chunk-A.js"] },
  routes: {
    root: { id: "root", module: "/build/root-A.js", hasLoader: true },
  },
};

const bundle = {
  pathOf: (path: string) => path.replace("-A.", "-B."),
  importsOf: (path: string) =>
    ({
      "/build/entry-B.js": ["/build/shared/near.js"],
      "/build/shared/near.js": ["/build/shared/far.js", "/build/entry-B.js"],
    })[path] ?? [],
  version: "1234abcd",
};

test("a packed manifest names the new scripts, with everything they need, under a name of its own", () => {
  expect(packManifest(manifest, bundle)).toEqual({
    version: "1234abcd",
    url: "/build/manifest-1234ABCD.js",
    entry: {
      module: "/build/entry-B.js",
      imports: ["/build/shared/near.js", "/build/shared/far.js", "/build/entry-B.js"],
    },
    routes: { root: { id: "root", module: "/build/root-B.js", imports: [], hasLoader: true } },
  });
});

test("a page that lost its script stops the build", () => {
  const lostBundle = { ...bundle, pathOf: () => undefined };
  expect(() => packManifest(manifest, lostBundle)).toThrow("/build/entry-A.js was not packed.");
});

test("a manifest is read as it is written, and anything else is refused", () => {
  expect(readManifest(manifestScript(manifest))).toEqual(manifest);
  expect(() => readManifest("export default {}")).toThrow("begins differently");
  expect(() => readManifest("window.__remixManifest={};")).toThrow();
});
