import type { BrowserContext, Page } from "playwright/test";
import { expect } from "./journey";
import { holdScripts } from "./wizard";

/** A change of a page by other software, such as an extension, before the page's scripts run. */
interface Intrusion {
  act: () => void;
  /** Whether React renders the body again because it cannot hydrate it. */
  redraws?: true;
}

const intrusions = {
  "a style first in the head": {
    act: () => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = "data:text/css,.foreign{color:red}";
      for (const node of [sheet, document.createElement("style"), document.createTextNode("\n")])
        document.head.insertBefore(node, document.head.firstChild);
    },
  },
  "an element first in the body": {
    act: () => {
      for (const node of [document.createElement("aside"), document.createTextNode("\n")])
        document.body.insertBefore(node, document.body.firstChild);
    },
  },
  "elements at the ends of head, body and html": {
    act: () => {
      document.head.appendChild(document.createElement("style"));
      document.body.appendChild(document.createElement("aside"));
      document.documentElement.appendChild(document.createElement("aside"));
    },
  },
  "an element first in html": {
    act: () => {
      const helper = document.createElement("writing-helper");
      document.documentElement.insertBefore(helper, document.head);
    },
  },
  "elements of a password manager beside each field": {
    act: () => {
      for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select"))
        field.parentNode?.insertBefore(
          document.createElement("password-helper"),
          field.nextSibling,
        );
    },
  },
  "changed attributes": {
    act: () => {
      document.documentElement.dataset.foreign = "dark";
      document.body.className = "foreign";
      for (const field of document.querySelectorAll("input, textarea, select, form")) {
        field.setAttribute("data-foreign", "filled");
        field.setAttribute("autocomplete", "off");
        field.classList.add("foreign");
      }
    },
  },
  "a plain element in each form": {
    redraws: true,
    act: () => {
      for (const form of document.querySelectorAll("form"))
        form.insertBefore(document.createElement("div"), form.firstChild);
    },
  },
  "translated texts": {
    redraws: true,
    act: () => {
      document.documentElement.lang = "no";
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.nodeValue?.trim() || parent?.closest("script, style, textarea, select, datalist"))
          continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = `Oversatt ${text.nodeValue}`;
        outer.appendChild(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    },
  },
} as const satisfies Record<string, Intrusion>;
export type IntrusionName = keyof typeof intrusions;
export const intrusionNames = Object.keys(intrusions) as IntrusionName[];

export const redraws = (name: IntrusionName) => "redraws" in intrusions[name];

/**
 * Opens a page whose scripts are held back, with all of its HTML.
 * @returns releases the scripts.
 */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const letThemCome = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await waitForDrawing(page);
  return letThemCome;
}

/** Waits for the end of the HTML of a page whose scripts are held back. */
async function waitForDrawing(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe("loading");
}

/** Applies an intrusion to the page. */
export async function intrude(page: Page, name: IntrusionName): Promise<void> {
  await page.evaluate(intrusions[name].act);
}

/** The states of fields by name: the text, or whether it is checked, for each field of that name. */
type FieldStates = Record<string, (string | boolean)[]>;

/** Changes every visible field. @returns the names of the fields. */
async function fillEveryField(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const panel of document.querySelectorAll<HTMLDetailsElement>("main details"))
      panel.open = true;
    const texts: Record<string, string> = {
      number: "7",
      date: "2031-05-17",
      time: "11:30",
      month: "2031-05",
      week: "2031-W20",
      "datetime-local": "2031-05-17T11:30",
      color: "#123456",
      range: "9",
    };
    const [names, chosen] = [new Set<string>(), new Set<string>()];
    for (const field of document.querySelectorAll<HTMLElement>("input, textarea, select")) {
      const kinds = "[type=hidden], [type=file], [type=submit], :disabled, [readonly]";
      if (field.matches(kinds) || !field.checkVisibility()) continue;
      const text = `Typed early ${names.size + 1}`;
      if (field instanceof HTMLSelectElement) {
        // In a list with groups, an option of the group that another list selects.
        const group = [...field.querySelectorAll("optgroup")].find(({ label }) =>
          chosen.has(label),
        );
        const options = [...(group ?? field).querySelectorAll("option")];
        const otherOption = options.findLast((option) => !option.disabled && !option.selected);
        if (otherOption) field.value = otherOption.value;
        chosen.add(field.value);
      } else if (field instanceof HTMLTextAreaElement) field.value = text;
      else if (field instanceof HTMLInputElement) {
        if (field.type === "checkbox") field.checked = !field.checked;
        else if (field.type === "radio") field.checked = true;
        else field.value = texts[field.type] ?? text;
      }
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      const name = field.getAttribute("name") || field.id;
      if (!name.startsWith(":")) names.add(name);
    }
    return [...names];
  });
}

/** Reads the states of the fields with these names or ids. */
async function readFields(page: Page, names: readonly string[]): Promise<FieldStates> {
  return page.evaluate((requestedNames) => {
    const readState = (field: Element | null) => {
      if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type))
        return field.checked;
      const hasText =
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement;
      return hasText ? field.value : "gone";
    };
    return Object.fromEntries(
      requestedNames.map((name) => {
        // Scripts add closed dialogs and hidden fields, into which nobody has typed.
        const named = [...document.getElementsByName(name)].filter(
          (field) => !field.matches("dialog:not([open]) *, [type=hidden]"),
        );
        return [name, (named.length > 0 ? named : [document.getElementById(name)]).map(readState)];
      }),
    );
  }, names);
}

/** Waits until React has hydrated or rendered a page, with its lazy parts. */
export async function waitForTakeOver(page: Page): Promise<void> {
  const isTakenOver = () =>
    performance.getEntriesByName("page-hydrated").length > 0 &&
    performance.getEntriesByName("part-hydrated").length >=
      document.querySelectorAll("[data-late]").length;
  await expect.poll(() => page.evaluate(isTakenOver)).toBe(true);
}

export interface EarlyVisit {
  path: string;
  intrusions: readonly IntrusionName[];
  /** Presses buttons that the page must have been asked for by; it has no scripts then. */
  continueForm?: ((page: Page) => Promise<void>) | undefined;
}

/** Opens a page, changes it like an extension, types into every field and lets the scripts load. */
export async function expectInputKept(context: BrowserContext, visit: EarlyVisit): Promise<number> {
  const { path, intrusions, continueForm } = visit;
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, path);
  await continueForm?.(page);
  await waitForDrawing(page);
  for (const name of intrusions) await intrude(page, name);
  const names = await fillEveryField(page);
  const fieldStates = await readFields(page, names);
  letThemCome();
  const isScripted = await page.evaluate(
    () => document.querySelector("script[type=module]") !== null,
  );
  if (names.length > 0 && isScripted) await waitForTakeOver(page);
  await expect
    .poll(() => readFields(page, names), `${path}, ${intrusions.join(", ")}`)
    .toEqual(fieldStates);
  await page.close();
  return names.length;
}
