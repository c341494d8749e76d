import { expect, test } from "vitest";
import { ProbeError } from "~/monitoring/probe";
import { systemClock } from "~/platform/clock";
import { boardProbe } from "./board-probe.server";
import { boardFields, defaultColumns } from "./column-map";

/** A board that has these columns, or is not there, and a token that is Ida's. */
function boardWith(ids: readonly string[] | undefined) {
  const columns = ids?.map((id) => ({ id, title: id, type: "text" }));
  const boards = columns ? [{ name: "Releases", columns }] : [];
  const data = {
    me: { id: 1, name: "Ida Byron", account: { name: "Label" } },
    version: { value: "2026-10" },
    boards,
  };
  const send = async () => Response.json({ data });
  return { client: { send, token: "t", now: systemClock }, boardId: "7" };
}
const all = boardFields.map((field) => defaultColumns[field].id);
const inForce = async () => defaultColumns;

test("what the cron keeps of the board names nobody, be it well, short of columns or away", async () => {
  const probeTexts = await Promise.all(
    [all, all.slice(2), undefined].map((ids) =>
      boardProbe(boardWith(ids), inForce)().catch((error) => {
        expect(error).toBeInstanceOf(ProbeError);
        return String(error.message);
      }),
    ),
  );
  expect(probeTexts[0]).toBe('"Releases" answers (version 2026-10), with all of its columns.');
  expect(probeTexts[1]).toContain(`it lacks 2 of ${all.length} columns`);
  expect(probeTexts[2]).toContain("Set MONDAY_BOARD_ID to a board that it may write to.");
  expect(probeTexts.join()).not.toMatch(/Ida|Byron/);
});

test("whoever sets the portal up hears whose token it is", async () => {
  expect(await boardProbe(boardWith(all), undefined)()).toContain(
    '"Releases" answers as Ida Byron',
  );
  await expect(boardProbe(boardWith(undefined), undefined)()).rejects.toThrow(
    "Ida Byron may write to",
  );
});
