import { expect, test } from "vitest";
import { fiveReleases } from "../../../../tests/fixtures/five-releases";
import { type ReleaseModel, releaseModel } from "../package/release-model";
import { sheetFields } from "./sheet-fields";

const source = fiveReleases.find(({ name }) => name === "ep-with-guests");
if (!source) throw new Error("None");
const model = releaseModel(source.release, source.files);
const [track] = model.tracks;

test("columns may have what AI made, and the codes of people behind their names", () => {
  const ai: ReleaseModel["ai"] = {
    release: "Partly",
    artwork: "All",
    tracks: [{ recording: "None", parts: {} }],
  };
  const cell = (name: keyof typeof sheetFields, release = { ...model, ai }) =>
    sheetFields[name].cell({ release, track }, "");
  expect([cell("trackAi"), cell("artworkAi")]).toEqual(["None", "All"]);
  expect(cell("artistIsnis")).toBe("Kai Okafor 0000000114768406");
  expect(cell("songwriterIpis")).toBe("Kai Okafor 00014107338; Nora Pier 00052210040");
  expect(sheetFields.trackAi.cell({ release: model, track }, "")).toBe("");
});
