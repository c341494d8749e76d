import type { Page } from "playwright/test";

/** What the dialog of a submission run showed at one moment. */
interface RunMoment {
  percent: number;
  /** Everything it said. */
  words: string;
}

/** The dialog over a submission that is being sent. */
export const runDialog = (page: Page) => page.getByRole("dialog", { name: "Uploading Submission" });

/** Every change of the next run's dialog, from its coming to its going; ask before it starts. */
export function recordRunDialog(page: Page): Promise<RunMoment[]> {
  return page.evaluate(
    () =>
      new Promise<{ percent: number; words: string }[]>((resolve) => {
        const moments: { percent: number; words: string }[] = [];
        new MutationObserver((_, observer) => {
          const bar = document.querySelector<HTMLProgressElement>("dialog[open] progress");
          if (bar) {
            const words = bar.closest("dialog")?.textContent ?? "";
            const last = moments.at(-1);
            if (last?.percent !== bar.value || last.words !== words)
              moments.push({ percent: bar.value, words });
          } else if (moments.length > 0) {
            observer.disconnect();
            resolve(moments);
          }
        }).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      }),
  );
}

/** The percentages of a run, each once, in the order in which they were shown. */
export function percentsOf(moments: readonly RunMoment[]): number[] {
  const percents = moments.map(({ percent }) => percent);
  return percents.filter((percent, index) => percent !== percents[index - 1]);
}

/** The lines 'Processing file X of Y' of a run, each once, in their order. */
export function filesOfRun(moments: readonly RunMoment[]): string[] {
  const lines = moments.flatMap(({ words }) => /Processing file \d+ of \d+/.exec(words)?.[0] ?? []);
  return [...new Set(lines)];
}
