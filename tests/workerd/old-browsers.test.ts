import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STAND_INS } from "~/platform/browsers/script-guard";
import { findCompat, listMembers, listNames, unsupportedBrowsers } from "../support/browser-data";
import { type ScriptUse, scriptUses } from "../support/script-uses";

/** Features whose use is guarded by a check: path in MDN's data, and the file with the check. */
const ASKED_FIRST: Record<string, string> = {
  "api.BroadcastChannel": "sign-out and tab-lock ask for it",
  "api.DataTransferItem.getAsFileSystemHandle": "file-selector asks for it",
  "api.Document.prerendering": "web-vitals: undefined is as good as false",
  "api.Document.startViewTransition": "the router asks for it",
  "api.Document.wasDiscarded": "web-vitals: undefined is as good as false",
  "api.FileSystemDirectoryHandle.getDirectoryHandle": "local-copies: there are no copies then",
  "api.FileSystemDirectoryHandle.getFileHandle": "local-copies: there are no copies then",
  "api.FileSystemDirectoryHandle.removeEntry": "local-copies: there are no copies then",
  "api.FileSystemFileHandle.createSyncAccessHandle": "local-copies: there are no copies then",
  "api.FileSystemSyncAccessHandle.truncate": "local-copies: there are no copies then",
  "api.HTMLDialogElement.showModal": "components/modal asks for it",
  "api.Navigator.connection": "Remix asks by ?.",
  "api.Navigator.deviceMemory": "compression/device asks for it",
  "api.Navigator.getBattery": "compression/device asks for it",
  "api.Navigator.locks": "tab-lock asks for it",
  "api.Navigator.scheduling": "React asks for it",
  "api.Navigator.storage": "local-copies: there are no copies then",
  "api.Navigator.wakeLock": "wake-lock asks by ?.",
  "api.NavigationPreloadManager.setHeaderValue": "Workbox asks for navigation preload",
  "api.Performance.interactionCount": "web-vitals counts itself then",
  "api.PerformanceEventTiming": "web-vitals asks for it",
  "api.PerformanceNavigationTiming": "report-error asks by typeof",
  "api.PerformanceSoftNavigation": "web-vitals asks for it",
  "api.PerformanceSoftNavigation.getLargestInteractionContentfulPaint": "web-vitals: none without",
  "api.StorageManager.estimate": "local-copies: there are no copies then",
  "api.ViewTransition.skipTransition": "only within a transition",
  "api.Window.cancelIdleCallback": "web-vitals takes clearTimeout then",
  "api.Window.devicePixelRatio": "a number everywhere, which zooming does not always change",
  "api.Window.open": "a key opens a tab: where none opens, a link does",
  "api.Window.requestIdleCallback": "when-idle, web-vitals and prefetch-scripts ask for it",
  "api.Window.setImmediate": "React's scheduler asks by typeof",
  "api.Window.showOpenFilePicker": "react-dropzone asks for it",
  "api.reportError": "React asks by typeof",
  "javascript.builtins.Object.hasOwn": "noble checks options by it, and hashes have none",
};

/** Methods of ours, of React or of a library with the same name as a newer browser method. */
const OTHERS_METHODS = new Set(
  "bytes check createContext destroy dispatch drop fallback fetch forget format handle info lock lost navigate run seek show subscribe tag take token".split(
    " ",
  ),
);

/** Methods of ours that differ in their number of arguments. */
const TAKES: Record<string, number> = { at: 1 };

/** Arguments that browsers support since later than their method. */
const YOUNG_ARGUMENTS: Record<string, string> = {
  "FormData/2": "api.FormData.FormData.submitter",
};

/** Objects that pages begin with, by their interfaces. */
const OBJECTS: Record<string, string[]> = {
  navigator: ["api.Navigator", "api.WorkerNavigator"],
  document: ["api.Document"],
  performance: ["api.Performance"],
  crypto: ["api.Crypto"],
  history: ["api.History"],
  location: ["api.Location"],
  ...Object.fromEntries(
    ["window", "self", "globalThis"].map((name) => [
      name,
      ["api.Window", "api.WorkerGlobalScope", "api"],
    ]),
  ),
};

/** Every browser method by name, with all interfaces that have it. */
function methodsByName(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const group of ["javascript.builtins", "api"])
    for (const type of listNames(group))
      for (const [name] of listMembers(`${group}.${type}`))
        if (!/_(?:static|event)$/.test(name))
          methods.set(name, [...(methods.get(name) ?? []), `${group}.${type}.${name}`]);
  return methods;
}
const methods = methodsByName();

const first = (paths: string[]) => paths.find((path) => findCompat(path));

/** The path of a used feature in MDN's data; undefined if it is not a browser feature. */
function toPath({ kind, name, of }: ScriptUse): string | undefined {
  if (kind === "global")
    return first([
      ...[`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`],
      ...[`api.WorkerGlobalScope.${name}`, `api.ServiceWorkerGlobalScope.${name}`],
    ]);
  if (kind === "selector") return first([`css.selectors.${name}`]);
  if (kind === "argument") return YOUNG_ARGUMENTS[name];
  if (kind === "of") {
    const [root = "", member = ""] = name.split(".");
    const places = OBJECTS[root]?.map((place) => `${place}.${member}`) ?? [];
    const statics = [`javascript.builtins.${name}`, `api.${name}_static`];
    return first([...places, ...statics]);
  }
  const [method = "", count] = name.split("/");
  if (OTHERS_METHODS.has(method) || (TAKES[method] ?? Number(count)) !== Number(count))
    return undefined;
  // Looked up as a member of an object that every page has.
  if (of !== undefined && toPath({ kind: "of", name: of, near: "" })) return undefined;
  const places = methods.get(method) ?? [];
  // A name that is old on one interface may be that one; `app/tsconfig.browser.json` checks it by type.
  if (!places.every((path) => lackedAt(path).length > 0)) return undefined;
  return places.find((path) => Object.hasOwn(ASKED_FIRST, path)) ?? places[0];
}

function lackedAt(path: string): string[] {
  const compat = findCompat(path);
  return compat ? unsupportedBrowsers(compat) : [];
}

const brought = new Set([
  ...STAND_INS.map(({ mdn }) => mdn),
  // The router checks, and adds the button itself.
  "api.FormData.FormData.submitter in framework",
  // That of the store of Mantine's Spotlight.
  "api.NavigationDestination.getState in spotlight-panel",
  // Without it nothing is measured.
  "javascript.builtins.Array.at in measure-vitals.client",
]);

/** React's Children.toArray, in Mantine, is not the one of iterators. */
const isOfReact = (path: string, near: string) =>
  path === "javascript.builtins.Iterator.toArray" && near.includes(".Children.toArray(");

function scriptFiles(): string[] {
  return ["build/client/assets", "build/client/workers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js") && !name.startsWith("manifest-"))
      .map((name) => join(folder, name)),
  );
}

/** The features of a script that the oldest browsers lack, without any fallback. */
function lacks(code: string, file: string): string[] {
  const library = /\/([\w.-]+?)-.{8}\.js$/.exec(file)?.[1] ?? "";
  const found = scriptUses(code).flatMap((use) => {
    if (use.kind === "syntax") return [`${use.name}, at ${use.near}`];
    const path = toPath(use);
    if (path === undefined || Object.hasOwn(ASKED_FIRST, path)) return [];
    if (brought.has(path) || brought.has(`${path} in ${library}`)) return [];
    if (isOfReact(path, use.near)) return [];
    const browsers = lackedAt(path);
    return browsers.length > 0 ? [`${path} (${browsers.join(", ")}), at ${use.near}`] : [];
  });
  return [...new Set(found)].map((finding) => `${file}: ${finding}`);
}

test("no script of pages, workers and the kept form uses what the oldest browsers lack", () => {
  const files = scriptFiles();
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => lacks(readFileSync(file, "utf8"), file))).toEqual([]);
});

test.each([
  "[1].findLast((one) => one)",
  "[1].toSorted()",
  "[1].at(-1)",
  "'a'.at(-1)",
  "Object.groupBy([], String)",
  "Array.fromAsync([])",
  "structuredClone({})",
  "window.structuredClone({})",
  "crypto.randomUUID()",
  "AbortSignal.timeout(1)",
  "AbortSignal.any([])",
  "signal.throwIfAborted()",
  "URL.canParse(text)",
  "Promise.withResolvers()",
  "new OffscreenCanvas(1, 1)",
  "new CompressionStream('gzip')",
  "new FormData(form, button)",
  "new Set().isSubsetOf(new Set())",
  "element.matches(':modal')",
  "document.querySelector('p:has(a)')",
  "/(?<=a)b/.test('b')",
  "/a/v.test('a')",
  "class A { static { self.a = 1; } }",
  "await fetch('/')",
])("%s is detected", (code) => {
  expect(lacks(code, "x.js")).not.toEqual([]);
});

test.each([
  "[1].find((one) => one)",
  "looks.at(4, 8)",
  "function at(list) { return list.at; }",
  "Object.entries({})",
  "navigator.locks",
  "'a'.replaceAll('a', 'b')",
])("%s is not reported", (code) => {
  expect(lacks(code, "x.js")).toEqual([]);
});
