import * as v from "valibot";
import { expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import { musicAnswersSchema } from "./music-step";
import { openedIn, panelsWithErrors, viewAfter } from "./music-view";

const answers = v.parse(musicAnswersSchema, { tracks: [{ id: "a" }, { id: "b" }] });

test("panels whose fields were posted stay open", () => {
  const posted = readForm([
    ["tracks[0].id", "a"],
    ["tracks[0].metadata.listed", "1"],
    ["tracks[1].id", "b"],
    ["tracks[1].metadata.soloWork", "on"],
    ["tracks[1].socialClips[0].startTime", "00:00"],
  ]);
  expect(openedIn(posted, answers)).toEqual(["contributors:a", "clips:b"]);
});

test("panels with something wrong in them open, each once", () => {
  const errors = {
    "tracks[0].title": "x",
    "tracks[0].metadata.soloWork": "x",
    "tracks[1].metadata.songwriters[0].lastName": "x",
    "tracks[1].metadata.songwriters[1].lastName": "x",
    "tracks[0].socialClips[1].endTime": "x",
    "tracks[9].socialClips[1].endTime": "x",
    catalogueItems: "x",
  };
  expect(panelsWithErrors(errors, answers)).toEqual(["contributors:b", "clips:a"]);
});

test("an edit opens and closes panels and forgets what was said before", () => {
  const view = viewAfter({ opened: ["clips:a"], news: "old" }, { answers, opened: "clips:b" });
  expect(view).toMatchObject({ opened: ["clips:a", "clips:b"], news: undefined });
  expect(viewAfter(view, { answers, closed: "clips:a" }).opened).toEqual(["clips:b"]);
});
