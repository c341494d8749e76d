/** Prints a figure against its goal. @returns whether it keeps it. */
export function atMost(what: string, figure: number, goal: number, text: string): boolean {
  return judge(what, figure <= goal, `at most ${goal}`, text);
}

/** Prints a figure against its goal. @returns whether it keeps it. */
export function atLeast(what: string, figure: number, goal: number, text: string): boolean {
  return judge(what, figure >= goal, `at least ${goal}`, text);
}

function judge(what: string, good: boolean, goal: string, text: string): boolean {
  console.log(`${what}: ${text}; goal ${goal}: ${good ? "ok" : "missed"}`);
  return good;
}
