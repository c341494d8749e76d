import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NativeSelect } from "./controls";
import { groupedOptionList, optionList, optionTexts } from "./option-list";

const NAMES = ["", "Antigua & Barbuda", "Cabo Verde", 'A "quoted" <name>'];
const selectProps = { id: "country", label: "Country" };

test.each([...NAMES, "Elsewhere"])("a list with “%s” chosen equals React's own", (choice) => {
  const options = optionList(optionTexts(NAMES.map((name) => [name, name])), choice);
  const ours = <NativeSelect {...selectProps} defaultValue={choice} options={options} />;
  const theirs = <NativeSelect {...selectProps} defaultValue={choice} data={NAMES} />;
  expect(renderToStaticMarkup(ours)).toBe(renderToStaticMarkup(theirs));
});

test("a value in two groups is selected only in the chosen group", () => {
  const groups = ["Jazz", "Folk"].map((name) => ({ name, values: ["Other", `Free ${name}`] }));
  const html = groupedOptionList("Choose", groups, { group: "Folk", value: "Other" });
  expect(html.split("selected")).toHaveLength(2);
  expect(html).toContain('<optgroup label="Folk"><option value="Other" selected="">');
});
