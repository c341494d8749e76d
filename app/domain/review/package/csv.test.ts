import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv";

test.each(["=1+1", "+44 20", "-1", "@sum", " =1", "\t=1", "\r\n@x", "＝1"])(
  "%j does not become a formula",
  (text) => {
    expect(csvCell(text).replace(/^"/, "")[0]).toBe("'");
  },
);

test("cells are quoted where needed, and our own numbers stay numbers", () => {
  expect(csvLine(['Say "hi", Ada', "two\nlines", "plain", -3, true])).toBe(
    '"Say ""hi"", Ada","two\nlines",plain,-3,true\r\n',
  );
});
