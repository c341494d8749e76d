import { expect, test } from "vitest";
import { jobsAfterSync } from "./sync-board";

test.each(["found", "replayed"])(
  "the status of an item that was %s on the board is read, as nobody has watched it",
  async (reason) => {
    expect(await jobsAfterSync({ kind: "done", reason })).toEqual(["read-board-status"]);
  },
);

test.each(["created", "known", "board-off"])(
  "the status of an item that was %s is not",
  async (reason) => {
    expect(await jobsAfterSync({ kind: "done", reason })).toEqual([]);
  },
);
