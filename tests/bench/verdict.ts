/** Prints a figure against its goal. @returns whether it keeps it. */
export function atMost(label: string, figure: number, goal: number, text: string): boolean {
  return judge(label, measured(label, figure) <= goal, `at most ${goal}`, text);
}

/** Prints a figure against its goal. @returns whether it keeps it. */
export function atLeast(label: string, figure: number, goal: number, text: string): boolean {
  return judge(label, measured(label, figure) >= goal, `at least ${goal}`, text);
}

/** @throws Error where nothing was measured. */
function measured(label: string, figure: number): number {
  if (Number.isNaN(figure)) throw new Error(`${label}: there is no figure.`);
  return figure;
}

function judge(label: string, good: boolean, goal: string, text: string): boolean {
  console.log(`${label}: ${text}; goal ${goal}: ${good ? "ok" : "missed"}`);
  return good;
}
