import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cards } from "~/reference/pages/share-cards";

test("the cards in public/cards show the pages' titles (if not: npx tsx tools/draw-pictures.ts)", () => {
  expect(JSON.parse(readFileSync("tools/drawn-titles.json", "utf8"))).toEqual(cards);
});
