import { expect, test } from "vitest";
import { alikeAdvice } from "./alike-advice";

const advice = (rule: string, subject: string, title: string, isFixable = true) => ({
  ...{ rule, subject, title, isFixable, text: "", why: "" },
  many: `are ${rule}`,
});

test("what several titles have alike is one note with one button, both kinds of case together", () => {
  const tracks = [
    { id: "a", title: "PAPER HOUSES" },
    { id: "b", title: "night bus home" },
    { id: "c", title: "Tide" },
  ];
  const found = [
    advice("capitals", "a", "PAPER HOUSES"),
    advice("lower-case", "b", "night bus home"),
    advice("extra", "c", "Tide"),
  ];
  expect(alikeAdvice(found, tracks)).toEqual([
    {
      intent: "fix-all:capitals:lower-case",
      text: "2 titles are written in one case only.",
      titles: "PAPER HOUSES, night bus home",
      label: "Change both",
    },
  ]);
});

test("only titles as they are now, which a button can change, are counted", () => {
  const tracks = ["A", "B", "C"].map((title) => ({ id: title, title }));
  const three = tracks.map(({ id }) => advice("extra", id, id));
  expect(alikeAdvice(three, tracks)[0]?.label).toBe("Change all 3");
  const [, ...others] = three;
  expect(alikeAdvice([advice("extra", "A", "An earlier title"), ...others], tracks)[0]?.label).toBe(
    "Change both",
  );
  expect(
    alikeAdvice(
      tracks.map(({ id }) => advice("extra", id, id, false)),
      tracks,
    ),
  ).toEqual([]);
});
