/** Prints a figure against its goal. @returns whether it keeps it. */
export function atMost(what: string, figure: number, goal: number, text: string): boolean {
  return judge(what, measured(what, figure) <= goal, `at most ${goal}`, text);
}

/** Prints a figure against its goal. @returns whether it keeps it. */
export function atLeast(what: string, figure: number, goal: number, text: string): boolean {
  return judge(what, measured(what, figure) >= goal, `at least ${goal}`, text);
}

/** @throws Error where nothing was measured. */
function measured(what: string, figure: number): number {
  if (Number.isNaN(figure)) throw new Error(`${what}: there is no figure.`);
  return figure;
}

function judge(what: string, good: boolean, goal: string, text: string): boolean {
  console.log(`${what}: ${text}; goal ${goal}: ${good ? "ok" : "missed"}`);
  return good;
}
