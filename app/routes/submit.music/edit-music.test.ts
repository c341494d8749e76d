import { expect, test } from "vitest";
import { editMusic } from "./edit-music";

const writer = (firstName: string) => ({ firstName, lastName: "X", percentage: "50" });
const form = (...songwriters: ReturnType<typeof writer>[]) => ({
  releaseTitle: "Night",
  tracks: [{ title: "Night", metadata: { songwriters } }],
});

test("adding a songwriter keeps everything typed and appends an empty row", () => {
  expect(editMusic("add-songwriter", form(writer("Ada")))).toEqual({
    values: form(writer("Ada"), { firstName: "", lastName: "", percentage: "" }),
  });
});

test("removing a songwriter takes exactly that row", () => {
  expect(editMusic("remove-songwriter:0", form(writer("Ada"), writer("Bea")))).toEqual({
    values: form(writer("Bea")),
  });
  expect(editMusic("remove-songwriter:7", form(writer("Ada")))).toEqual({
    values: form(writer("Ada")),
  });
});

test("a songwriter can be added to a form that came without any track", () => {
  expect(editMusic("add-songwriter", {}).values.tracks).toHaveLength(1);
});

test("removing a file names its slot and leaves the values alone", () => {
  expect(editMusic("remove-file:tracks[0].file", form())).toEqual({
    values: form(),
    emptied: "tracks[0].file",
  });
});

test("any other intent leaves the form as typed", () => {
  expect(editMusic("constructor", form())).toEqual({ values: form() });
});
