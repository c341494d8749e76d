import { expect, test } from "vitest";
import { ProbeError } from "~/observability/health/health-checks.server";
import { systemClock } from "~/platform/clock";
import { boardProbe } from "./board-probe.server";
import { boardFields, defaultColumns } from "./column-map";

function createBoard(ids: readonly string[] | undefined) {
  const columns = ids?.map((id) => ({ id, title: id, type: "text" }));
  const boards = columns ? [{ name: "Releases", columns }] : [];
  const data = {
    me: { id: 1, name: "Ida Byron", account: { name: "Label" } },
    version: { value: "2026-10" },
    boards,
  };
  const fetcher = async () => Response.json({ data });
  return { client: { send: fetcher, token: "t", now: systemClock }, boardId: "7" };
}
const allIds = boardFields.map((field) => defaultColumns[field].id);
const currentColumns = async () => defaultColumns;

test("the stored result of the board check names nobody, whether it succeeds or fails", async () => {
  const probeTexts = await Promise.all(
    [allIds, allIds.slice(2), undefined].map((ids) =>
      boardProbe(createBoard(ids), currentColumns)().catch((error) => {
        expect(error).toBeInstanceOf(ProbeError);
        return String(error.message);
      }),
    ),
  );
  expect(probeTexts[0]).toBe('"Releases" answers (version 2026-10), with all of its columns.');
  expect(probeTexts[1]).toContain(`it lacks 2 of ${allIds.length} columns`);
  expect(probeTexts[2]).toContain("Set MONDAY_BOARD_ID to a board that it may write to.");
  expect(probeTexts.join()).not.toMatch(/Ida|Byron/);
});

test("during setup the check names the token's owner", async () => {
  expect(await boardProbe(createBoard(allIds), undefined)()).toContain(
    '"Releases" answers as Ida Byron',
  );
  await expect(boardProbe(createBoard(undefined), undefined)()).rejects.toThrow(
    "Ida Byron may write to",
  );
});
