import { expect, test } from "vitest";
import { errorTexts, type FieldErrors, invalidError, missingError } from "./form-reply";
import { errorPlaces, remainingErrors } from "./remaining-errors";

const findings = (errors: FieldErrors, summary: string[] = []) => ({ errors, summary });
const NOTHING = findings({});

/** What is left of errors that the page itself had found, once it finds these. */
function errorsLeft(
  errors: FieldErrors,
  newErrors: FieldErrors,
  { before = {}, now = before }: { before?: object; now?: object } = {},
) {
  const pageFindings = { places: errorPlaces({ errors }, before), summary: [] };
  const context = {
    previousValues: before,
    currentValues: now,
    currentProblems: { ...findings(newErrors), values: now },
    clientProblems: pageFindings,
  };
  return errorTexts(
    remainingErrors(findings(errors), { ...context, isUnchanged: () => true }).errors,
  );
}

test("an error disappears when its field is right, and no other does", () => {
  const errors = {
    email: missingError("Email is required"),
    city: missingError("City is required"),
  };
  expect(errorsLeft(errors, { city: missingError("City is required") })).toEqual({
    city: "City is required",
  });
});

test("a field that is wrong in another way keeps the words it was told in", () => {
  const errors = { email: missingError("Email is required") };
  expect(errorsLeft(errors, { email: invalidError("No address") })).toEqual({
    email: "Email is required",
  });
});

test("nothing new is told while somebody types", () => {
  expect(
    errorsLeft({ email: missingError("A") }, { email: missingError("A"), city: missingError("B") }),
  ).toEqual({
    email: "A",
  });
});

test("an error moves with its row and is removed with it", () => {
  const rows = (...ids: string[]) => ({ tracks: ids.map((id) => ({ id })) });
  const errors = {
    "tracks[1].title": missingError("Title"),
    "tracks[2].title": missingError("Title"),
  };
  const moves = { before: rows("a", "b", "c"), now: rows("c", "a") };
  expect(errorsLeft(errors, { "tracks[0].title": missingError("Title") }, moves)).toEqual({
    "tracks[0].title": "Title",
  });
});

test("rows without ids are matched by index", () => {
  const values = { producers: ["Max", "Ada"] };
  const errors = { "producers[1]": invalidError("Too long") };
  expect(errorsLeft(errors, errors, { before: values })).toEqual({ "producers[1]": "Too long" });
});

test("what only the server found stays until its field was changed", () => {
  const errors = { subGenre: invalidError("Not on the list") };
  const pageFindings = { places: new Set<string>(), summary: [] };
  const context = {
    previousValues: {},
    currentValues: {},
    currentProblems: { ...NOTHING, values: {} },
    clientProblems: pageFindings,
  };
  const at = (unchanged: boolean) =>
    remainingErrors(findings(errors), { ...context, isUnchanged: () => unchanged }).errors;
  expect(at(true)).toEqual(errors);
  expect(at(false)).toEqual({});
});

test("sentences of the summary follow, and those of the server stay", () => {
  const reply = findings({}, ["Fill in all", "We opened a new draft"]);
  const pageFindings = { places: new Set<string>(), summary: ["Fill in all"] };
  const context = {
    previousValues: {},
    currentValues: {},
    currentProblems: { ...NOTHING, values: {} },
    clientProblems: pageFindings,
  };
  expect(remainingErrors(reply, { ...context, isUnchanged: () => true }).summary).toEqual([
    "We opened a new draft",
  ]);
});

test("the error of a refused file has the text of the latest one", () => {
  const errors = { artwork: invalidError("File size exceeds 20MB limit") };
  const newFindings = {
    ...findings({ artwork: invalidError("Please select a valid JPEG") }),
    values: {},
  };
  const pageFindings = { places: errorPlaces({ errors }, {}), summary: [] };
  const context = {
    previousValues: {},
    currentValues: {},
    currentProblems: newFindings,
    clientProblems: pageFindings,
    isUnchanged: () => true,
    usesCurrentText: () => true,
  };
  expect(errorTexts(remainingErrors(findings(errors), context).errors)).toEqual({
    artwork: "Please select a valid JPEG",
  });
});
