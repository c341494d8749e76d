import { rollup } from "rollup";
import { expect, test } from "vitest";
import { fetchBeforeImport } from "./fetch-before-import";

const MODULES: Record<string, string> = {
  page: 'import "everywhere"; import "shared"; export const open = () => import("panel");',
  other: 'import "everywhere"; import "shared"; import "words";',
  panel: 'import "everywhere"; import { words } from "words"; export const panel = words;',
  everywhere: "export {}; console.log(1);",
  shared: "console.log(2);",
  words: "export const words = [console.log(3)];",
};

test("what is loaded on use is fetched with all that it needs, but what every page has, before it is imported", async () => {
  const bundle = await rollup({
    input: ["page", "other"],
    plugins: [
      { name: "modules", resolveId: (id) => id, load: (id) => MODULES[id] },
      fetchBeforeImport(
        (fileName) => `/build/${fileName}`,
        (name) => name === "everywhere",
        "everywhere",
      ),
    ],
  });
  const { output } = await bundle.generate({
    format: "es",
    chunkFileNames: "[name].js",
    manualChunks: { everywhere: ["everywhere"], words: ["words"] },
    hoistTransitiveImports: false,
  });
  const codeOf = (name: string) => {
    const file = output.find((one) => one.fileName === name);
    return file?.type === "chunk" ? file.code : "";
  };
  expect(codeOf("page.js")).toContain(
    '__readAll(["/build/panel.js","/build/words.js"]).then(()=>import(',
  );
  const defining = output.filter((one) => codeOf(one.fileName).includes("globalThis.__readAll="));
  expect(defining.map(({ fileName }) => fileName)).toEqual(["everywhere.js"]);
});
