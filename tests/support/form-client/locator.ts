import { inspect } from "node:util";
import { isField, isHtml, isSelect, listOptions } from "./element-kinds";
import { findByLabel, findByRole, findByText, type RoleOptions, type Root } from "./finding";
import {
  drawnText,
  fullText,
  isChecked,
  isDisabled,
  isVisible,
  matchesWanted,
  type Wanted,
} from "./page-reading";

type Query = (root: Root) => Element[];

/** A file of a test: a path, or its name, type and bytes. */
export type FileGiven = string | { name: string; mimeType: string; buffer: Uint8Array };
type OptionGiven = string | { value?: string; label?: string; index?: number };

/** The actions of a page on its elements. */
export interface LocatedPage {
  readonly document: Document;
  url(): string;
  activate(element: Element): Promise<void>;
  pressKey(element: Element, key: string): Promise<void>;
  choose(element: Element, files: readonly FileGiven[], description: string): void;
}

interface TextOptions {
  exact?: boolean;
}

interface FilterOptions {
  hasText?: Wanted;
  hasNotText?: Wanted;
  has?: FormLocator;
  hasNot?: FormLocator;
  visible?: boolean;
}

/** Sorts elements by their position on the page, without duplicates. */
function sortByPosition(elements: Iterable<Element>): Element[] {
  return [...new Set(elements)].sort((a, b) =>
    a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** The elements below a root that match a selector; one that begins with `>` starts at the root. */
function select(root: Root, selector: string): Element[] {
  if (selector === ".." || selector === "xpath=..")
    return "parentElement" in root && root.parentElement ? [root.parentElement] : [];
  const css = selector.replace(/^\s*>/, ":scope >");
  return [...root.querySelectorAll(css)];
}

/** Creates locators, for a page or within a locator. */
export abstract class Finder {
  abstract child(find: Query, description: string): FormLocator;

  locator(selector: string, options: FilterOptions = {}): FormLocator {
    const located = this.child((root) => select(root, selector), `locator(${inspect(selector)})`);
    return Object.keys(options).length > 0 ? located.filter(options) : located;
  }

  getByRole(role: string, options: RoleOptions = {}): FormLocator {
    const description = `getByRole(${inspect(role)}, ${inspect(options)})`;
    return this.child((root) => findByRole(root, role, options), description);
  }

  getByText(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.child((root) => findByText(root, wanted, exact), `getByText(${inspect(wanted)})`);
  }

  getByLabel(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.child((root) => findByLabel(root, wanted, exact), `getByLabel(${inspect(wanted)})`);
  }

  getByPlaceholder(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.getByAttribute("placeholder", wanted, exact);
  }

  getByAltText(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.getByAttribute("alt", wanted, exact);
  }

  getByTitle(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.getByAttribute("title", wanted, exact);
  }

  private getByAttribute(name: string, wanted: Wanted, exact?: boolean): FormLocator {
    const find = (root: Root) =>
      [...root.querySelectorAll(`[${name}]`)].filter((element) =>
        matchesWanted(element.getAttribute(name) ?? "", wanted, exact),
      );
    return this.child(find, `[${name}=${inspect(wanted)}]`);
  }
}

/** Finds its elements anew at each use, as Playwright's locators do. */
export class FormLocator extends Finder {
  constructor(
    private readonly client: LocatedPage,
    private readonly query: Query,
    readonly description: string,
  ) {
    super();
  }

  override child(find: Query, description: string): FormLocator {
    const query = (root: Root) => sortByPosition(this.query(root).flatMap(find));
    return new FormLocator(this.client, query, `${this.description}.${description}`);
  }

  private narrowed(narrow: (found: Element[], root: Root) => Element[], description: string) {
    const query = (root: Root) => narrow(this.query(root), root);
    return new FormLocator(this.client, query, `${this.description}.${description}`);
  }

  filter(options: FilterOptions): FormLocator {
    const { hasText, hasNotText, has, hasNot, visible } = options;
    const fits = (element: Element) =>
      (hasText === undefined || matchesWanted(fullText(element), hasText)) &&
      (hasNotText === undefined || !matchesWanted(fullText(element), hasNotText)) &&
      (has === undefined || has.query(element).length > 0) &&
      (hasNot === undefined || hasNot.query(element).length === 0) &&
      (visible === undefined || isVisible(element) === visible);
    return this.narrowed(
      (found) => found.filter(fits),
      `filter(${inspect(options, { depth: 0 })})`,
    );
  }

  and(other: FormLocator): FormLocator {
    const intersect = (found: Element[], root: Root) => {
      const otherElements = new Set(other.query(root));
      return found.filter((element) => otherElements.has(element));
    };
    return this.narrowed(intersect, `and(${other.description})`);
  }

  or(other: FormLocator): FormLocator {
    const either = (found: Element[], root: Root) =>
      sortByPosition([...found, ...other.query(root)]);
    return this.narrowed(either, `or(${other.description})`);
  }

  nth(index: number): FormLocator {
    return this.narrowed((found) => {
      const element = found.at(index);
      return element ? [element] : [];
    }, `nth(${index})`);
  }

  first(): FormLocator {
    return this.nth(0);
  }

  last(): FormLocator {
    return this.nth(-1);
  }

  page(): LocatedPage {
    return this.client;
  }

  elements(): Element[] {
    return this.query(this.client.document);
  }

  /** The only element; undefined where there is none. */
  single(): Element | undefined {
    const [element, ...otherElements] = this.elements();
    if (otherElements.length > 0)
      throw new Error(
        `${this.description} finds ${otherElements.length + 1} elements, and must find one.`,
      );
    return element;
  }

  /** The only element. */
  element(): Element {
    const element = this.single();
    if (!element) throw new Error(`${this.description} finds nothing at ${this.client.url()}`);
    return element;
  }

  private usable(): Element {
    const element = this.element();
    if (!isVisible(element)) throw new Error(`${this.description} is not visible.`);
    if (isDisabled(element)) throw new Error(`${this.description} is disabled.`);
    return element;
  }

  private field(element: Element) {
    if (!isField(element)) throw new Error(`${this.description} is no field.`);
    return element;
  }

  private focused(): Element {
    const element = this.element();
    if (isHtml(element)) element.focus();
    return element;
  }

  async count(): Promise<number> {
    return this.elements().length;
  }

  async all(): Promise<FormLocator[]> {
    return this.elements().map((_, index) => this.nth(index));
  }

  async waitFor({ state = "visible" }: { state?: string } = {}): Promise<void> {
    const element = this.single();
    const states = {
      attached: element !== undefined,
      visible: element !== undefined && isVisible(element),
    };
    const fits =
      state === "attached" || state === "visible"
        ? states[state]
        : !states[state === "hidden" ? "visible" : "attached"];
    if (!fits) throw new Error(`${this.description} is not ${state}.`);
  }

  async fill(text: string): Promise<void> {
    const field = this.field(this.usable());
    if (field.hasAttribute("readonly")) throw new Error(`${this.description} is read only.`);
    field.focus();
    field.value = text;
    if (text !== "" && field.value === "")
      throw new Error(`${this.description} does not take ${text}.`);
  }

  async clear(): Promise<void> {
    await this.fill("");
  }

  async setChecked(checked: boolean): Promise<void> {
    const element = this.usable();
    if (isChecked(element) === checked) return;
    await this.client.activate(element);
    if (isChecked(element) !== checked) throw new Error(`${this.description} stays as it is.`);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async selectOption(given: OptionGiven | readonly OptionGiven[]): Promise<string[]> {
    const field = this.usable();
    if (!isSelect(field)) throw new Error(`${this.description} has no options.`);
    const list: readonly OptionGiven[] = [given].flat();
    const isMeant = (option: HTMLOptionElement, index: number) =>
      list.some((item) => {
        const label = normalLabel(option);
        if (typeof item === "string") return option.value === item || label === item;
        if (item.value !== undefined && option.value !== item.value) return false;
        if (item.label !== undefined && label !== item.label) return false;
        return item.index === undefined || item.index === index;
      });
    const selectedOptions = listOptions(field).filter(isMeant);
    if (selectedOptions.length === 0)
      throw new Error(`${this.description} has no option ${inspect(given)}.`);
    field.focus();
    const [first] = selectedOptions;
    for (const option of listOptions(field))
      option.selected = field.multiple ? selectedOptions.includes(option) : option === first;
    return (field.multiple ? selectedOptions : selectedOptions.slice(0, 1)).map(
      ({ value }) => value,
    );
  }

  async setInputFiles(given: FileGiven | readonly FileGiven[]): Promise<void> {
    const list: readonly FileGiven[] = [given].flat();
    this.client.choose(this.element(), list, this.description);
  }

  async click(): Promise<void> {
    await this.client.activate(this.usable());
  }

  async tap(): Promise<void> {
    await this.click();
  }

  async focus(): Promise<void> {
    this.focused();
  }

  async press(key: string): Promise<void> {
    await this.client.pressKey(this.focused(), key);
  }

  async inputValue(): Promise<string> {
    return this.field(this.element()).value;
  }

  async textContent(): Promise<string | null> {
    return this.element().textContent;
  }

  async innerText(): Promise<string> {
    return drawnText(this.element());
  }

  async allInnerTexts(): Promise<string[]> {
    return this.elements().map(drawnText);
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent ?? "");
  }

  async innerHTML(): Promise<string> {
    return this.element().innerHTML;
  }

  async getAttribute(name: string): Promise<string | null> {
    return this.element().getAttribute(name);
  }

  async isVisible(): Promise<boolean> {
    const element = this.single();
    return element !== undefined && isVisible(element);
  }

  async isHidden(): Promise<boolean> {
    return !(await this.isVisible());
  }

  async isChecked(): Promise<boolean> {
    return isChecked(this.element());
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(this.element());
  }

  async isEnabled(): Promise<boolean> {
    return !isDisabled(this.element());
  }

  /** Calls a function with the element, in this process, as there is no page to run it in. */
  async evaluate<Result, Argument>(
    callback: (element: Element, argument?: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    return await callback(this.element(), argument);
  }

  async evaluateAll<Result, Argument>(
    callback: (elements: Element[], argument?: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    return await callback(this.elements(), argument);
  }

  /** There is no layout to scroll. */
  async scrollIntoViewIfNeeded(): Promise<void> {}

  override toString(): string {
    return this.description;
  }
}

const normalLabel = (option: HTMLOptionElement) => option.label.replaceAll(/\s+/g, " ").trim();
