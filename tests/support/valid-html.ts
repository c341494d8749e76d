import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // How React writes attributes and tags without an end, which means the same to a browser.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // Ids that React makes up begin with a colon, as ids may.
    "valid-id": ["error", { relaxed: true }],
    // Advice, where the standard leaves a choice: sizes and colours of single elements, lists of
    // suggestions, groups that are named without a legend, buttons that need not say that they submit.
    "no-inline-style": "off",
    "no-implicit-button-type": "off",
    "prefer-native-element": "off",
    "wcag/h71": "off",
    // A submit button may stand outside its form and name it.
    "wcag/h32": "off",
    // A player may have a name of its own.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** What a validator finds in the HTML of a page: a line for each error, with where it is. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity > 1)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
