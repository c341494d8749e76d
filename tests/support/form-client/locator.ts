import { inspect } from "node:util";
import { isField, isHtml, isSelect, optionsOf } from "./element-kinds";
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

/** A file as a test hands it over: a path, or its name, type and bytes. */
export type FileGiven = string | { name: string; mimeType: string; buffer: Uint8Array };
type OptionGiven = string | { value?: string; label?: string; index?: number };

/** What a page does with the elements that are found on it. */
export interface LocatedPage {
  readonly document: Document;
  url(): string;
  activate(pressed: Element): Promise<void>;
  pressKey(element: Element, key: string): Promise<void>;
  choose(element: Element, given: readonly FileGiven[], words: string): void;
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

/** Sorts elements by their place on the page, each once. */
function inOrder(elements: Iterable<Element>): Element[] {
  return [...new Set(elements)].sort((a, b) =>
    a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** What a selector finds below an element; one that begins with `>` starts at the element itself. */
function select(root: Root, selector: string): Element[] {
  if (selector === ".." || selector === "xpath=..")
    return "parentElement" in root && root.parentElement ? [root.parentElement] : [];
  const css = selector.replace(/^\s*>/, ":scope >");
  return [...root.querySelectorAll(css)];
}

/** Makes locators out of the places where something is looked for. */
export abstract class Finder {
  abstract child(find: Query, words: string): FormLocator;

  locator(selector: string, options: FilterOptions = {}): FormLocator {
    const found = this.child((root) => select(root, selector), `locator(${inspect(selector)})`);
    return Object.keys(options).length > 0 ? found.filter(options) : found;
  }

  getByRole(role: string, options: RoleOptions = {}): FormLocator {
    const words = `getByRole(${inspect(role)}, ${inspect(options)})`;
    return this.child((root) => findByRole(root, role, options), words);
  }

  getByText(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.child((root) => findByText(root, wanted, exact), `getByText(${inspect(wanted)})`);
  }

  getByLabel(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.child((root) => findByLabel(root, wanted, exact), `getByLabel(${inspect(wanted)})`);
  }

  getByPlaceholder(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.byAttribute("placeholder", wanted, exact);
  }

  getByAltText(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.byAttribute("alt", wanted, exact);
  }

  getByTitle(wanted: Wanted, { exact }: TextOptions = {}): FormLocator {
    return this.byAttribute("title", wanted, exact);
  }

  private byAttribute(name: string, wanted: Wanted, exact?: boolean): FormLocator {
    const find = (root: Root) =>
      [...root.querySelectorAll(`[${name}]`)].filter((element) =>
        matchesWanted(element.getAttribute(name) ?? "", wanted, exact),
      );
    return this.child(find, `[${name}=${inspect(wanted)}]`);
  }
}

/** Finds elements anew each time it is asked, as Playwright's locators do. */
export class FormLocator extends Finder {
  constructor(
    private readonly client: LocatedPage,
    private readonly query: Query,
    readonly words: string,
  ) {
    super();
  }

  override child(find: Query, words: string): FormLocator {
    const query = (root: Root) => inOrder(this.query(root).flatMap(find));
    return new FormLocator(this.client, query, `${this.words}.${words}`);
  }

  private narrowed(narrow: (found: Element[], root: Root) => Element[], words: string) {
    const query = (root: Root) => narrow(this.query(root), root);
    return new FormLocator(this.client, query, `${this.words}.${words}`);
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
    const both = (found: Element[], root: Root) => {
      const others = new Set(other.query(root));
      return found.filter((element) => others.has(element));
    };
    return this.narrowed(both, `and(${other.words})`);
  }

  or(other: FormLocator): FormLocator {
    const either = (found: Element[], root: Root) => inOrder([...found, ...other.query(root)]);
    return this.narrowed(either, `or(${other.words})`);
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

  /** Every element that it finds just now. */
  elements(): Element[] {
    return this.query(this.client.document);
  }

  /** The one element that it finds; none where there is none. */
  single(): Element | undefined {
    const [element, ...others] = this.elements();
    if (others.length > 0)
      throw new Error(`${this.words} finds ${others.length + 1} elements, and must find one.`);
    return element;
  }

  /** The one element that it finds. */
  element(): Element {
    const element = this.single();
    if (!element) throw new Error(`${this.words} finds nothing at ${this.client.url()}`);
    return element;
  }

  private usable(): Element {
    const element = this.element();
    if (!isVisible(element)) throw new Error(`${this.words} is not visible.`);
    if (isDisabled(element)) throw new Error(`${this.words} is disabled.`);
    return element;
  }

  private field(element: Element) {
    if (!isField(element)) throw new Error(`${this.words} is no field.`);
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
    const has = { attached: element !== undefined, visible: element !== undefined && isVisible(element) };
    const fits =
      state === "attached" || state === "visible"
        ? has[state]
        : !has[state === "hidden" ? "visible" : "attached"];
    if (!fits) throw new Error(`${this.words} is not ${state}.`);
  }

  async fill(text: string): Promise<void> {
    const field = this.field(this.usable());
    if (field.hasAttribute("readonly")) throw new Error(`${this.words} is read only.`);
    field.focus();
    field.value = text;
    if (text !== "" && field.value === "") throw new Error(`${this.words} does not take ${text}.`);
  }

  async clear(): Promise<void> {
    await this.fill("");
  }

  async setChecked(checked: boolean): Promise<void> {
    const element = this.usable();
    if (isChecked(element) === checked) return;
    await this.client.activate(element);
    if (isChecked(element) !== checked) throw new Error(`${this.words} stays as it is.`);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async selectOption(given: OptionGiven | readonly OptionGiven[]): Promise<string[]> {
    const field = this.usable();
    if (!isSelect(field)) throw new Error(`${this.words} has no options.`);
    const list: readonly OptionGiven[] = [given].flat();
    const isMeant = (option: HTMLOptionElement, index: number) =>
      list.some((item) => {
        const label = normalLabel(option);
        if (typeof item === "string") return option.value === item || label === item;
        if (item.value !== undefined && option.value !== item.value) return false;
        if (item.label !== undefined && label !== item.label) return false;
        return item.index === undefined || item.index === index;
      });
    const meant = optionsOf(field).filter(isMeant);
    if (meant.length === 0) throw new Error(`${this.words} has no option ${inspect(given)}.`);
    field.focus();
    const [first] = meant;
    for (const option of optionsOf(field))
      option.selected = field.multiple ? meant.includes(option) : option === first;
    return (field.multiple ? meant : meant.slice(0, 1)).map(({ value }) => value);
  }

  async setInputFiles(given: FileGiven | readonly FileGiven[]): Promise<void> {
    const list: readonly FileGiven[] = [given].flat();
    this.client.choose(this.element(), list, this.words);
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

  /** Asks something of the element by a function, which runs here: there is no page for it to run in. */
  async evaluate<Result, Argument>(
    ask: (element: Element, argument?: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    return await ask(this.element(), argument);
  }

  async evaluateAll<Result, Argument>(
    ask: (elements: Element[], argument?: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    return await ask(this.elements(), argument);
  }

  /** Every page is as still as this one. */
  async scrollIntoViewIfNeeded(): Promise<void> {}

  override toString(): string {
    return this.words;
  }
}

const normalLabel = (option: HTMLOptionElement) => option.label.replaceAll(/\s+/g, " ").trim();
