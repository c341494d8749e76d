import type { BrowserContext } from "playwright/test";
import { listMembers, listNames, unsupportedBrowsers } from "./browser-data";

/** What a browser is to lose: members of what it keeps, and whole globals. */
interface Losses {
  /** Of prototypes, by the name of their type. */
  members: [type: string, name: string][];
  statics: [type: string, name: string][];
  globals: string[];
}

/** Everything that MDN's data say one of the oldest browsers we serve has not even in part. */
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

/** Runs in pages and workers before all else, as text. */
function removeFeatures({ members, statics, globals }: Losses): void {
  const findType = (type: string): unknown => Reflect.get(globalThis, type);
  const isType = (value: unknown): value is { prototype: object } =>
    typeof value === "function" && typeof Reflect.get(value, "prototype") === "object";
  for (const [type, name] of members) {
    const owner = findType(type);
    if (isType(owner)) Reflect.deleteProperty(owner.prototype, name);
    // Typed arrays share theirs, which has no name of its own.
    if (type === "TypedArray")
      Reflect.deleteProperty(Object.getPrototypeOf(Uint8Array.prototype), name);
    // What workers lack pages may have, and the other way round.
    const currentGlobal = typeof document === "undefined" ? /GlobalScope$/ : /^Window$/;
    if (currentGlobal.test(type)) Reflect.deleteProperty(globalThis, name);
  }
  for (const [type, name] of statics) {
    const owner = findType(type);
    if (typeof owner === "function" || (typeof owner === "object" && owner !== null))
      Reflect.deleteProperty(owner, name);
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
  // Neither is a member: an argument, a selector, an option, and what is there but says nothing.
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

/** Takes from a browser's pages and workers what the oldest browsers that we serve lack, all of it at once. */
export async function makeOld(context: BrowserContext): Promise<void> {
  const script = `(${removeFeatures})(${JSON.stringify(findLosses())});`;
  await context.addInitScript({ content: script });
  await context.route("**/workers/*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}

/** Takes from pages what the guard of their scripts asks for: no script is to start. */
export async function makeTooOld(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "SubmitEvent"));
}
