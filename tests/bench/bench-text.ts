import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
import { LETTERS, postLongTexts, SIGNS, textPosts } from "../support/long-texts";
import { createVisitors } from "../support/visitors";
import { table } from "./figures";
import { atMost } from "./verdict";

const RATIO = 20;
/** A request of letters that takes less is not told from the noise of the machine. */
const SHORTEST_MS = 5;

/**
 * Posts 100 KB of blanks, tabs, newlines, marks and other signs to each form and call, and compares the
 * time with that of as many letters.
 * @returns whether the goal is met.
 */
export async function benchText(smoke: boolean): Promise<boolean> {
  const [most, runs] = smoke ? [1, 1] : [Number.POSITIVE_INFINITY, 3];
  console.log(`text: 100 KB of each sign in each field, the best of ${runs}, against letters\n`);
  const app = await startApp({ build: false });
  announceApp(app);
  try {
    const everyone = await createVisitors();
    const verdicts: boolean[] = [];
    const rows = [["form or call", "letters ms", ...Object.keys(SIGNS)]];
    for (const post of textPosts()) {
      const time = async (sign: string) => {
        let best = Number.POSITIVE_INFINITY;
        for (let run = 0; run < runs; run++)
          best = Math.min(best, (await postLongTexts(everyone, post, sign, most)).ms);
        return best;
      };
      const letters = Math.max(SHORTEST_MS, await time(LETTERS));
      const ratios: number[] = [];
      for (const sign of Object.values(SIGNS)) ratios.push((await time(sign)) / letters);
      rows.push([post.name, letters.toFixed(0), ...ratios.map((ratio) => ratio.toFixed(1))]);
      const worst = Math.max(...ratios);
      verdicts.push(atMost(`${post.name}: against letters`, worst, RATIO, worst.toFixed(1)));
    }
    console.log(`\n${table(rows)}\n`);
    return verdicts.every(Boolean);
  } finally {
    await app.stop();
  }
}
