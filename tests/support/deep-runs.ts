/** Whether `npm run test:deep` runs, which tries everything that `npm test` samples. */
const isDeep = process.env.TEST_DEEP === "1";

/** How many random cases to try. */
export function deepRuns(quick: number, deep: number): number {
  return isDeep ? deep : quick;
}

/** The rows of a table to try: all of them in `npm run test:deep`, else those at the given places. */
export function deepCases<T>(cases: readonly T[], ...quick: number[]): T[] {
  return cases.filter((_, index) => isDeep || quick.includes(index));
}
