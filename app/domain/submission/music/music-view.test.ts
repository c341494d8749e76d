import * as v from "valibot";
import { expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import { musicAnswersSchema } from "./music-step";
import { nextMusicView, openedIn, panelsWithErrors, trackToOpen } from "./music-view";

const answers = v.parse(musicAnswersSchema, { tracks: [{ id: "a" }, { id: "b" }] });

test("panels whose fields were posted stay open", () => {
  const formValues = readForm([
    ["tracks[0].id", "a"],
    ["tracks[0].metadata.listed", "1"],
    ["tracks[1].id", "b"],
    ["tracks[1].metadata.soloWork", "on"],
    ["tracks[1].socialClips[0].startTime", "00:00"],
  ]);
  expect(openedIn(formValues, answers)).toEqual(["contributors:a", "clips:b"]);
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
  const view = nextMusicView(
    { opened: ["clips:a"], announcement: "old" },
    { answers, opened: "clips:b" },
  );
  expect(view).toMatchObject({ opened: ["clips:a", "clips:b"], announcement: undefined });
  expect(nextMusicView(view, { answers, closed: "clips:a" }).opened).toEqual(["clips:b"]);
});

test("the track to open has an error, was edited, or is the next incomplete one", () => {
  const none = new Set<string>();
  const errors = { "tracks[1].title": "x" };
  expect(trackToOpen(answers, none, { errors, track: "a" })).toBe("b");
  expect(trackToOpen(answers, none, { track: "", intent: "clips-on:b" })).toBe("");
  expect(trackToOpen(answers, none, { intent: "open:contributors:b" })).toBe("b");
  expect(trackToOpen(answers, none, { intent: "remove-file:audio:b" })).toBe("b");
  expect(trackToOpen(answers, none, { intent: "update" })).toBe("a");
});

test("an edit opens a track or leaves the open one", () => {
  const view = nextMusicView({ opened: [] }, { answers, track: "b" });
  expect(view.track).toBe("b");
  expect(nextMusicView(view, { answers }).track).toBe("b");
});
