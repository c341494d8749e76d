const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** The HTML of each option before and after its `selected` attribute. */
type OptionTexts = ReadonlyMap<string, readonly [start: string, end: string]>;

/** Prepares options as HTML, by their values. */
export function optionTexts(
  choices: Iterable<readonly [value: string, label: string]>,
): OptionTexts {
  return new Map(
    [...choices].map(([value, label]) => [
      value,
      [`<option value="${escapeHtml(value)}"`, `>${escapeHtml(label)}</option>`],
    ]),
  );
}

/**
 * The options of a grouped select as HTML. A value in several groups is selected in the chosen group only;
 * React would select it in all of them.
 */
export function groupedOptionList(
  prompt: string,
  groups: readonly { name: string; values: readonly string[] }[],
  chosen: { group: string; value: string },
): string {
  const html = groups.map(({ name, values }) => {
    const texts = optionTexts(values.map((value) => [value, value]));
    const options = optionList(texts, name === chosen.group ? chosen.value : undefined);
    return `<optgroup label="${escapeHtml(name)}">${options}</optgroup>`;
  });
  return `<option value="">${escapeHtml(prompt)}</option>${html.join("")}`;
}

/**
 * The options of a select as HTML. Rendering two hundred countries as elements takes React 0.8 ms per page on
 * the server, as text a sixteenth of that.
 */
export function optionList(texts: OptionTexts, selectedValue?: string): string {
  let html = "";
  for (const [value, [start, end]] of texts)
    html += value === selectedValue ? `${start} selected=""${end}` : start + end;
  return html;
}
