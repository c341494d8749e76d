import type { BrowserContext } from "playwright/test";
import { listMembers, listNames, unsupportedBrowsers } from "./browser-data";

/** The features that a browser is to lose. */
interface Losses {
  /** Of prototypes, by the name of their type. */
  members: [type: string, name: string][];
  statics: [type: string, name: string][];
  globals: string[];
}

/** Collects everything that one of our oldest browsers does not support even in part, by MDN's data. */
function findLosses(): Losses {
  const losses: Losses = { members: [], statics: [], globals: [] };
  for (const group of ["javascript.builtins", "api"]) {
    for (const [name, compat] of listMembers(group))
      if (unsupportedBrowsers(compat, { partly: true }).length > 0) losses.globals.push(name);
    for (const type of listNames(group))
      for (const [member, compat] of listMembers(`${group}.${type}`)) {
        if (member.endsWith("_event") || unsupportedBrowsers(compat, { partly: true }).length === 0)
          continue;
        const name = member.replace(/_static$/, "");
        if (group === "javascript.builtins" || member !== name) losses.statics.push([type, name]);
        if (member === name) losses.members.push([type, name]);
      }
  }
  return losses;
}

/** Runs in pages and workers before other scripts; it is passed as source text. */
function removeFeatures({ members, statics, globals }: Losses): void {
  const findType = (type: string): unknown => Reflect.get(globalThis, type);
  const isType = (value: unknown): value is { prototype: object } =>
    typeof value === "function" && typeof Reflect.get(value, "prototype") === "object";
  for (const [type, name] of members) {
    const owner = findType(type);
    if (isType(owner)) Reflect.deleteProperty(owner.prototype, name);
    // Typed arrays share a prototype that has no global name.
    if (type === "TypedArray")
      Reflect.deleteProperty(Object.getPrototypeOf(Uint8Array.prototype), name);
    // Pages and workers support different features.
    const currentGlobal = typeof document === "undefined" ? /GlobalScope$/ : /^Window$/;
    if (currentGlobal.test(type)) Reflect.deleteProperty(globalThis, name);
  }
  for (const [type, name] of statics) {
    const owner = findType(type);
    if (typeof owner === "function" || (typeof owner === "object" && owner !== null))
      Reflect.deleteProperty(owner, name);
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
  // Features that are not members: arguments, selectors, options.
  const NativeForm = globalThis.FormData;
  globalThis.FormData = class FormData extends NativeForm {
    constructor(form?: HTMLFormElement) {
      super(form);
    }
  };
  const NativeWorker = findType("Worker");
  if (typeof NativeWorker === "function")
    Reflect.set(
      globalThis,
      "Worker",
      new Proxy(NativeWorker, {
        construct(target, [address, options]: [unknown, WorkerOptions?]) {
          if (options?.type === "module") throw new TypeError("No modules in workers");
          return Reflect.construct(target, [address]);
        },
      }),
    );
  if (typeof document === "undefined") return;
  Object.defineProperty(SubmitEvent.prototype, "submitter", { configurable: true, value: null });
  for (const type of [Element, Document, DocumentFragment])
    for (const name of ["matches", "closest", "querySelector", "querySelectorAll"]) {
      const native: unknown = Reflect.get(type.prototype, name);
      if (typeof native !== "function") continue;
      Reflect.set(type.prototype, name, function (this: unknown, selector: string) {
        if (/:(?:modal|has|popover-open|user-valid|user-invalid)\b/.test(selector))
          throw new SyntaxError(`'${selector}' is not a valid selector`);
        return Reflect.apply(native, this, [selector]);
      });
    }
}

/** Removes from a browser's pages and workers everything that our oldest browsers lack. */
export async function makeOld(context: BrowserContext): Promise<void> {
  const script = `(${removeFeatures})(${JSON.stringify(findLosses())});`;
  await context.addInitScript({ content: script });
  await context.route("**/workers/*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}

/** Removes a feature that the script guard requires, so that no script starts. */
export async function makeTooOld(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "SubmitEvent"));
}
