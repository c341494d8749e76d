/** Whether `npm run test:deep` runs, which tries everything that `npm test` samples. */
const isDeep = process.env.TEST_DEEP === "1";

/** How many random cases to try. */
export function deepRuns(sampleCount: number, deep: number): number {
  return isDeep ? deep : sampleCount;
}

/** The rows of a table to try: all of them in `npm run test:deep`, else those at the given places. */
export function deepCases<T>(cases: readonly T[], ...sampleIndexes: number[]): T[] {
  return cases.filter((_, index) => isDeep || sampleIndexes.includes(index));
}
