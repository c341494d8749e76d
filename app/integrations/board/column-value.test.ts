import { expect, test } from "vitest";
import { columnValue } from "./field-texts";

test.each([
  [
    "phone",
    { text: "020 7946 0000", country: "United Kingdom" },
    { phone: "02079460000", countryShortName: "GB" },
  ],
  [
    "phone",
    { text: "+44 (20) 7946-0000", country: "United Kingdom" },
    { phone: "+442079460000", countryShortName: "GB" },
  ],
  ["phone", { text: "020 7946 0000" }, undefined],
  ["phone", { text: "020 7946 0000", country: "Kosovo" }, undefined],
  ["phone", { text: "none", country: "Ireland" }, undefined],
  ["email", { text: "a@b.co" }, { email: "a@b.co", text: "a@b.co" }],
  ["email", { text: "a@b.co>" }, undefined],
  ["dropdown", { text: "Folk" }, { labels: ["Folk"] }],
  ["numbers", { text: "12.5" }, "12.5"],
  ["numbers", { text: "twelve" }, undefined],
  ["file", { text: "https://x.example/a.wav" }, undefined],
  ["status", { text: "In progress" }, { label: "In progress" }],
  ["date", { text: "2027-05-01T10:00:00Z" }, { date: "2027-05-01" }],
  ["date", { text: "soon" }, undefined],
  ["date", { text: "2027-02-30" }, undefined],
  ["checkbox", { text: "Yes" }, { checked: "true" }],
  ["checkbox", { text: "false" }, undefined],
  ["text", { text: "  " }, undefined],
] as const)("a %s column takes %j as %j", (type, field, value) => {
  expect(columnValue(type, field)).toEqual(value);
});
