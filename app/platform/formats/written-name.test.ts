import { expect, test } from "vitest";
import { writtenName } from "./written-name";

test.each([
  [{ firstName: "Noor", surname: "Ayad" }, "Noor Ayad"],
  [{ firstName: "Noor", lastName: "Ayad", percentage: 50 }, "Noor Ayad"],
  [{ firstName: " An ", surname: "Nguyễn", fullName: " Nguyễn Văn An " }, "Nguyễn Văn An"],
  [{ firstName: "Noor", surname: "" }, "Noor"],
  [{ firstName: "", lastName: "Ayad" }, "Ayad"],
  [{ firstName: "Prince", surname: "-" }, "Prince"],
  [{}, ""],
])("%j is written %s", (names, text) => {
  expect(writtenName(names)).toBe(text);
});
