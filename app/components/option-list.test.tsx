import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NativeSelect } from "./controls";
import { optionList, optionTexts } from "./option-list";

const NAMES = ["", "Antigua & Barbuda", "Cabo Verde", 'A "quoted" <name>'];
const drawn = { id: "country", label: "Country" };

test.each([...NAMES, "Elsewhere"])("a list with “%s” chosen is as React draws it", (chosen) => {
  const options = optionList(optionTexts(NAMES.map((name) => [name, name])), chosen);
  const ours = <NativeSelect {...drawn} defaultValue={chosen} options={options} />;
  const theirs = <NativeSelect {...drawn} defaultValue={chosen} data={NAMES} />;
  expect(renderToStaticMarkup(ours)).toBe(renderToStaticMarkup(theirs));
});
