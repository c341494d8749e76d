import { expect, test } from "vitest";
import { routeName } from "~/platform/formats/route-name";
import { allCalls } from "../hostile/calls";

/* Log lines name a request by the words of its address: those of every page and call, and no other. */

const MARK = "Zephyr-Marker";

test.each([...new Set(allCalls().map(({ path }) => path))])(
  "%s is told by its words alone",
  (path) => {
    const isWord = (part: string) => !/^[:*]/.test(part);
    const parts = path.split("/");
    const markedPath = parts.map((part) => (isWord(part) ? part : MARK)).join("/");
    const name = routeName(`https://submit.example.com${markedPath}`);
    expect(name).not.toContain(MARK);
    // A secret or the name of a file may be the rest of it.
    if (/:(?:token|name)$/.test(name)) return;
    expect(name.split("/").filter(isWord)).toEqual(parts.filter(isWord));
  },
);
