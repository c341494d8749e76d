import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROUTES = join(ROOT, "app/routes");

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

function importedFiles(file: string): string[] {
  const names = readFileSync(file, "utf8").matchAll(/(?:from|import\(|import) ?"([~.][^"]*)"/g);
  return [...names].flatMap(([, name = ""]) => {
    const base = name.startsWith("~")
      ? join(ROOT, "app", name.slice(1))
      : join(dirname(file), name);
    return [base, `${base}.ts`, `${base}.tsx`].filter(isFile).slice(0, 1);
  });
}

/** The storeys whose style sheets a page may wear, whatever brings them. */
function storeysOf(file: string): Set<string> {
  const [seenFiles, waiting] = [new Set<string>(), [file]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seenFiles.has(next) || next.includes(".server.")) continue;
    seenFiles.add(next);
    if (!next.endsWith(".css")) waiting.push(...importedFiles(next));
  }
  // Any other sheet is linked by its own address: the bundle, out of which storeys are cut, has no part of it.
  const sheets = [...seenFiles].filter((path) => path.endsWith(".module.css"));
  return new Set(sheets.flatMap((path) => /app\/views\/([^/]+)\//.exec(path)?.[1] ?? []));
}

const routes = readdirSync(ROUTES).map((name) => {
  const file = /\.tsx?$/.test(name) ? join(ROUTES, name) : join(ROUTES, name, "route.tsx");
  return { name: name.replace(/\.tsx?$/, ""), file };
});

/** The storeys that a route links, by itself or by the layouts around it. */
function linkedBy(name: string): string[] {
  const around = routes.filter((one) => name === one.name || name.startsWith(`${one.name}.`));
  return around.flatMap(({ file }) =>
    [...readFileSync(file, "utf8").matchAll(/areaStyles\("(\w+)"\)/g)].map(([, one = ""]) => one),
  );
}

test.each(routes)("$name links the styles of the views it shows", ({ name, file }) => {
  const storeys = [...storeysOf(file)];
  expect(linkedBy(name)).toEqual(expect.arrayContaining(storeys));
});

test("the pages of the wizard and of staff wear styles of their own", () => {
  const storeys = routes.flatMap(({ file }) => [...storeysOf(file)]);
  expect(storeys).toContain("wizard");
  expect(storeys).toContain("staff");
});
