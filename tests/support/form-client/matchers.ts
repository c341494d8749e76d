import { inspect } from "node:util";
import { accessibleDescription, accessibleName } from "./accessible-name";
import { isField } from "./element-kinds";
import { FormPage, matchesUrl, type UrlWanted } from "./form-client";
import { FormLocator } from "./locator";
import {
  fullText,
  isChecked,
  isDisabled,
  isVisible,
  normalizeSpace,
  type Wanted,
} from "./page-reading";

/*
 * Matchers for pages without script, by Playwright's names. Such a page does not change by itself, so
 * nothing is retried.
 */

interface Outcome {
  pass: boolean;
  received: unknown;
}

type Matcher<Received> = (received: Received, ...wanted: never[]) => Outcome;

/** Whether a text equals the wanted one, ignoring white space. */
function isText(text: string, wanted: Wanted): boolean {
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags).test(text);
  return normalizeSpace(text) === normalizeSpace(wanted);
}

function hasText(text: string, wanted: Wanted): boolean {
  if (wanted instanceof RegExp) return isText(text, wanted);
  return normalizeSpace(text).includes(normalizeSpace(wanted));
}

function isValue(value: string, wanted: Wanted): boolean {
  return wanted instanceof RegExp ? isText(value, wanted) : value === wanted;
}

/** Tests the only element; fails where there is none. */
function matchElement(
  locator: FormLocator,
  predicate: (element: Element) => boolean,
  describe: (element: Element) => unknown = (element) => element.outerHTML.slice(0, 300),
): Outcome {
  const element = locator.single();
  if (!element) return { pass: false, received: "no such element" };
  return { pass: predicate(element), received: describe(element) };
}

function texts(
  locator: FormLocator,
  wanted: Wanted | readonly Wanted[],
  fits: (text: string, wanted: Wanted) => boolean,
): Outcome {
  if (typeof wanted === "string" || wanted instanceof RegExp)
    return matchElement(locator, (element) => fits(fullText(element), wanted), fullText);
  const received = locator.elements().map(fullText);
  const pass =
    received.length === wanted.length &&
    wanted.every((text, index) => fits(received[index] ?? "", text));
  return { pass, received: received.map(normalizeSpace) };
}

const fieldValue = (element: Element) => (isField(element) ? element.value : "");
const isOn = (wanted: unknown) => wanted !== false;

const locatorMatchers = {
  toBeAttached: (locator: FormLocator) => matchElement(locator, () => true),
  toBeVisible: (locator: FormLocator) => matchElement(locator, isVisible),
  toBeHidden: (locator: FormLocator) => {
    const { pass, received } = matchElement(locator, isVisible);
    return { pass: !pass, received };
  },
  toBeChecked: (locator: FormLocator, { checked }: { checked?: boolean } = {}) =>
    matchElement(locator, (element) => isChecked(element) === isOn(checked)),
  toBeDisabled: (locator: FormLocator) => matchElement(locator, isDisabled),
  toBeEnabled: (locator: FormLocator) => matchElement(locator, (element) => !isDisabled(element)),
  toBeFocused: (locator: FormLocator) =>
    matchElement(
      locator,
      (element) => element.ownerDocument.activeElement === element,
      (element) => element.ownerDocument.activeElement?.outerHTML.slice(0, 300),
    ),
  toHaveCount: (locator: FormLocator, wanted: number) => {
    const { length } = locator.elements();
    return { pass: length === wanted, received: length };
  },
  toHaveText: (locator: FormLocator, wanted: Wanted | readonly Wanted[]) =>
    texts(locator, wanted, isText),
  toContainText: (locator: FormLocator, wanted: Wanted | readonly Wanted[]) =>
    texts(locator, wanted, hasText),
  toHaveValue: (locator: FormLocator, wanted: Wanted) =>
    matchElement(locator, (element) => isValue(fieldValue(element), wanted), fieldValue),
  toHaveAttribute: (locator: FormLocator, name: string, wanted?: Wanted) => {
    const value = (element: Element) => element.getAttribute(name);
    const isSo = (element: Element) =>
      wanted === undefined
        ? element.hasAttribute(name)
        : element.hasAttribute(name) && isValue(value(element) ?? "", wanted);
    return matchElement(locator, isSo, value);
  },
  toHaveAccessibleName: (locator: FormLocator, wanted: Wanted) =>
    matchElement(locator, (element) => isText(accessibleName(element), wanted), accessibleName),
  toHaveAccessibleDescription: (locator: FormLocator, wanted: Wanted) =>
    matchElement(
      locator,
      (element) => isText(accessibleDescription(element), wanted),
      accessibleDescription,
    ),
} satisfies Record<string, Matcher<FormLocator>>;

const pageMatchers = {
  toHaveURL: (page: FormPage, wanted: UrlWanted) => ({
    pass: matchesUrl(page.url(), wanted, page.context().baseURL),
    received: page.url(),
  }),
  toHaveTitle: (page: FormPage, wanted: Wanted) => ({
    pass: isText(page.document.title, wanted),
    received: page.document.title,
  }),
} satisfies Record<string, Matcher<FormPage>>;

export function isFormClient(value: unknown): value is FormPage | FormLocator {
  return value instanceof FormPage || value instanceof FormLocator;
}

type Expectation = (...wanted: unknown[]) => Promise<void>;

function expectations<Received>(
  received: Received,
  matchers: Record<string, Matcher<Received>>,
  {
    matcherName,
    isNot,
    message,
  }: { matcherName: string; isNot: boolean; message: string | undefined },
) {
  return new Proxy<Record<string, Expectation>>(
    {},
    {
      get: (_, name) => {
        const matcher = matchers[String(name)];
        if (!matcher) throw new Error(`A page without script cannot say ${String(name)}.`);
        const expectation: Expectation = async (...wanted) => {
          // Tests see Playwright's types, which have checked these values.
          const outcome = matcher(received, ...(wanted as never[]));
          if (outcome.pass !== isNot) return;
          const description = wanted.map((text) => inspect(text)).join(", ");
          const should = `${isNot ? "not " : ""}${String(name)} ${description}`;
          const receivedText = `Received: ${inspect(outcome.received)}`;
          throw new Error(
            [message, matcherName, `Expected: ${should}`, receivedText].filter(Boolean).join("\n"),
          );
        };
        return expectation;
      },
    },
  );
}

/** Creates the expectations of a form client's page or locator. */
export function expectOfFormClient(target: FormPage | FormLocator, message?: string) {
  const createExpectation = (isNot: boolean) =>
    target instanceof FormPage
      ? expectations(target, pageMatchers, {
          matcherName: `The page at ${target.url()}`,
          isNot,
          message,
        })
      : expectations(target, locatorMatchers, { matcherName: target.description, isNot, message });
  const not = createExpectation(true);
  return new Proxy(createExpectation(false), {
    get: (all, name) => (name === "not" ? not : Reflect.get(all, name)),
  });
}
