import * as v from "valibot";
import { expect } from "./journey";

/** What a pointer or a keyboard does, as both drivers take it. */
export interface InputSource {
  type: "pointer" | "key";
  id: string;
  parameters?: { pointerType: "mouse" };
  actions: readonly object[];
}

/** What a driver of a browser offers; `script` is always a function's body. */
export interface DrivenBrowser {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  run(script: string): Promise<unknown>;
  /** Finds the element that `script` returns. */
  find(script: string): Promise<object>;
  perform(actions: readonly InputSource[]): Promise<void>;
  /** Sets the path of a file field. */
  type(selector: string, path: string): Promise<void>;
}

/** Keys by their code points in W3C WebDriver. */
export const KEYS = { enter: "\uE007" };

/** Finds what people see by the words on it. */
const FINDING = `
  const words = (text) => (text || "").replace(/\\s+/g, " ").trim();
  const isSeen = (element) =>
    element.offsetWidth > 1 && getComputedStyle(element).visibility !== "hidden";
  const nameOf = (element) => words(element.getAttribute("aria-label") || element.textContent);
  const button = (wanted) =>
    [...document.querySelectorAll("button, a[href], summary")].find(
      (element) => isSeen(element) && !element.disabled && wanted.test(nameOf(element)),
    );
  const label = (wanted) =>
    [...document.querySelectorAll("label")].find((element) => wanted.test(nameOf(element)));
  const field = (wanted) =>
    label(wanted)?.control ||
    [...document.querySelectorAll("input, select, textarea")].find((element) =>
      wanted.test(words(element.getAttribute("aria-label"))),
    );
`;

const quote = (text: string) => JSON.stringify(text);

/** What people call a button or a field; a text is the whole name. */
type Name = string | RegExp;

/** A pattern as a script has it. */
function pattern(name: Name): string {
  if (name instanceof RegExp) return String(name);
  return `/^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$/`;
}

/** A page in a browser that is not Playwright's. */
export class DrivenPage {
  constructor(
    private readonly browser: DrivenBrowser,
    private readonly base: string,
  ) {}

  /** Opens a page of the site, and waits for its scripts. */
  async open(path: string): Promise<void> {
    await this.browser.open(this.base + path);
    await this.waitForHydration();
  }

  async reload(): Promise<void> {
    await this.browser.reload();
    await this.waitForHydration();
  }

  /** Waits for a path, and for the scripts of its page. */
  async waitForPath(path: RegExp): Promise<void> {
    await expect.poll(() => this.run("return location.pathname + location.search")).toMatch(path);
    await this.waitForHydration();
  }

  private async waitForHydration(): Promise<void> {
    const isAlive = `if (!document.documentElement.hasAttribute("data-scripts")) return true;
      const main = document.querySelector("main");
      return Object.keys(main || {}).some((key) => key.startsWith("__react"));`;
    await expect.poll(() => this.run(isAlive)).toBe(true);
  }

  /** Runs a function's body in the page; undefined while a page is being left. */
  private run(script: string): Promise<unknown> {
    return this.browser.run(FINDING + script).catch(() => undefined);
  }

  /** The words on the page, or in the box around a field. */
  async text(around?: Name): Promise<string> {
    const box = around ? `field(${pattern(around)})?.parentElement` : "document.body";
    return v.parse(v.fallback(v.string(), ""), await this.run(`return ${box}?.innerText || ""`));
  }

  /** What a field holds. */
  async value(name: Name): Promise<unknown> {
    return this.run(`return field(${pattern(name)})?.value`);
  }

  /** What the browser's storage has under a name; empty without. */
  async stored(name: string): Promise<string> {
    const script = `return localStorage.getItem(${quote(name)}) || ""`;
    return v.parse(v.fallback(v.string(), ""), await this.run(script));
  }

  async waitForText(text: RegExp, { around, timeout }: Waiting = {}): Promise<void> {
    const poll = { ...(timeout && { timeout }), intervals: [200] };
    await expect.poll(() => this.text(around), poll).toMatch(text);
  }

  /** Waits until what `selector` names is on the page. */
  async waitFor(selector: string): Promise<void> {
    const isThere = `return document.querySelector(${quote(selector)}) !== null`;
    await expect.poll(() => this.run(isThere)).toBe(true);
  }

  /** Presses a button or a link by its name. */
  async click(name: Name): Promise<void> {
    await this.press(`button(${pattern(name)})`);
  }

  /** Ticks a box, or chooses a radio button. */
  async check(name: Name): Promise<void> {
    const isChecked = `return field(${pattern(name)})?.checked === true`;
    if (await this.run(isChecked)) return;
    await this.press(`label(${pattern(name)})`);
    await expect.poll(() => this.run(isChecked)).toBe(true);
  }

  /** Puts a text in place of what a field holds, key by key. */
  async fill(name: Name, text: string): Promise<void> {
    await this.press(`field(${pattern(name)})`);
    await this.run(`field(${pattern(name)}).select()`);
    await this.type(text);
    await expect.poll(() => this.run(`return field(${pattern(name)}).value`)).toBe(text);
  }

  /** Types into what has the focus, and presses keys of {@link KEYS}. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.browser.perform([{ type: "key", id: "keyboard", actions }]);
  }

  /** Chooses an option of a native list, whose menu drivers cannot open. */
  async select(name: Name, option: string): Promise<void> {
    await this.waitForField(name);
    const isChosen = await this.run(`
      const list = field(${pattern(name)});
      const chosen = [...list.options].find(({ label }) => label === ${quote(option)});
      list.value = chosen.value;
      for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
      return true;`);
    expect(isChosen, `${option} in ${name}`).toBe(true);
  }

  /** Chooses a file from this machine. */
  async chooseFile(name: Name, path: string): Promise<void> {
    await this.waitForField(name);
    const id = v.parse(v.string(), await this.run(`return field(${pattern(name)}).id`));
    await this.browser.type(`[id="${id}"]`, path);
  }

  private async waitForField(name: Name): Promise<void> {
    const isThere = `return Boolean(field(${pattern(name)}))`;
    await expect.poll(() => this.run(isThere), { message: String(name) }).toBe(true);
  }

  /** Presses in the middle of an element, once it is there, rests and is covered by nothing. */
  private async press(element: string): Promise<void> {
    const look = `const element = ${element};
      element?.scrollIntoView({ block: "center", behavior: "instant" });
      if (!element) return "missing";
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(hit) ? [left, top, width, height].join() : "covered";`;
    const isResting = async () => {
      const place = await this.run(look);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const isThere = typeof place === "string" && /^[-\d]/.test(place);
      return isThere && place === (await this.run(look));
    };
    const actions = (origin: object) => [
      { type: "pointerMove", origin, x: 0, y: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const parameters = { pointerType: "mouse" } as const;
    await expect(async () => {
      await expect.poll(isResting, { message: element }).toBe(true);
      // Fails where the page is left in between.
      const origin = await this.browser.find(`${FINDING} return ${element}`);
      const mouse = { type: "pointer", id: "mouse", parameters, actions: actions(origin) } as const;
      await this.browser.perform([mouse]);
    }).toPass({ timeout: 90_000 });
  }
}

interface Waiting {
  /** The name of a field: only the box around it counts. */
  around?: Name;
  /** Milliseconds. */
  timeout?: number;
}
