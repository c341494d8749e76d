import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { groupedOptionList, optionList, optionTexts } from "./option-list";

const NAMES = ["", "Antigua & Barbuda", "Cabo Verde", 'A "quoted" <name>'];

test.each([...NAMES, "Elsewhere"])("a list with “%s” chosen equals React's own", (choice) => {
  const options = optionList(optionTexts(NAMES.map((name) => [name, name])), choice);
  const drawn = renderToStaticMarkup(
    <select defaultValue={choice}>
      {NAMES.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>,
  );
  expect(`<select>${options}</select>`).toBe(drawn);
});

test("a value in two groups is selected only in the chosen group", () => {
  const groups = ["Jazz", "Folk"].map((name) => ({ name, values: ["Other", `Free ${name}`] }));
  const html = groupedOptionList("Choose", groups, { group: "Folk", value: "Other" });
  expect(html.split("selected")).toHaveLength(2);
  expect(html).toContain('<optgroup label="Folk"><option value="Other" selected="">');
});
