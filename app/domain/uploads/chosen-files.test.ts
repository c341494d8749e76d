import { afterEach, expect, test, vi } from "vitest";
import { wavBytes } from "../../../tests/fixtures/wav";
import { infoBody } from "../../../tests/fixtures/wav-chunks";
import { tagsInAll } from "./chosen-files.client";

afterEach(() => vi.useRealTimers());

const tagged = (name: string, tags: Record<string, string>) => {
  const body = infoBody(tags);
  const extraChunks = [{ id: "LIST", body, position: "after-data" as const }];
  return new File([wavBytes({ seconds: 0.1, extraChunks })], name);
};

test("files that were chosen together say what they are called, and which track they are", async () => {
  const files = [
    tagged("a.wav", { INAM: "Low Tide", ITRK: "2/12", ISRC: "GBKTQ2600001" }),
    new File([wavBytes({ seconds: 0.1 })], "b.wav"),
    new File(["no audio"], "c.wav"),
  ];
  expect(await tagsInAll(files)).toEqual([
    { title: "Low Tide", trackNumber: 2, isrc: "GBKTQ2600001" },
    undefined,
    undefined,
  ]);
});

test("a file that cannot be read in time says nothing", async () => {
  vi.useFakeTimers();
  const silent = tagged("a.wav", { INAM: "Low Tide" });
  silent.slice = () => {
    const never = new Blob();
    never.arrayBuffer = () => new Promise(() => undefined);
    return never;
  };
  const tags = tagsInAll([silent]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await tags).toEqual([undefined]);
});
